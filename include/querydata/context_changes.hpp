/// @file
/// Changing context sets: mutations in the published form, merging two sets, and what differs between them.
///
/// Nothing here alters a set in place: each function gives a new one, or an error and then nothing has changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "querydata/context_set.hpp"

namespace querydata::inline v0 {

using ContextItem = std::variant<Template, Facet, ValueSearch>;

/// "template", "facet" or "value_search". Static text.
[[nodiscard]] QUERYDATA_API std::string_view kind_of(const ContextItem& item) noexcept;

enum class MutationOperation : std::uint8_t { add, update, remove };

/// "add", "update" or "delete". Static text.
[[nodiscard]] QUERYDATA_API std::string_view to_string(MutationOperation operation) noexcept;

/// One change of a set.
struct Mutation {
  MutationOperation operation = MutationOperation::add;
  /// Of `update` and `remove`: the members that an item must have to be meant, compared whole and byte by byte. What is
  /// empty does not count; a member of `extra` does, and so does the object `parameterized`, as a whole.
  ContextItem identifier;
  /// Of `add`: the item. Of `update`: the members that it gets; `parameterized` is replaced as a whole.
  ContextItem value;
  /// Of `update`: canonical names of members that the item loses.
  std::vector<std::string> cleared;
};

/// Reads the published form: a list of `{"operation": "add" | "update" | "delete", "type": "template" | "facet" |
/// "value_search", "identifier": {…}, "value": {…}}`. Items in any spelling that `ContextSet::read` accepts; a null in
/// `value` takes the member away.
///
/// @return  the mutations, or `invalid_argument` (not JSON, an unknown operation, type or member, an identifier or a
///          value that is missing or that the operation has no use for; `where` has pointer and byte offset), or
///          `resource_exhausted`
[[nodiscard]] QUERYDATA_API Result<std::vector<Mutation>> parse_mutations(std::string_view json,
                                                                          const ReadOptions& options = {});

struct MutateOptions {
  /// `add` and `update` may make an item whose key members another item has too: question and SQL, snippet and intent,
  /// query and concept type.
  bool allow_duplicates = false;
  bool allow_missing = false;  ///< `update` and `remove` may find nothing to do
};

/// What one mutation did.
struct MutationEffect {
  MutationOperation operation = MutationOperation::add;
  /// The items: of `add` and `update` in the new set (none if a later mutation removed it), of `remove` in the set as
  /// it was before the mutation.
  std::vector<std::string> json_pointers;
  std::size_t matched = 0;  ///< items with the identifier; `update` changes the first of them only

  bool operator==(const MutationEffect&) const = default;
};

struct MutatedSet {
  ContextSet set;
  std::vector<MutationEffect> effects;  ///< one a mutation
};

/// Applies the mutations in their order, all or none: `add` appends, `update` changes the first item that the
/// identifier fits, `remove` removes every one. The semantics of the published tool, except that it takes an empty
/// identifier for every item, appends duplicates and passes over what does not fit, and these are errors here.
///
/// @return  the changed set with what was done, or, with the pointer of the mutation ("/3"): `invalid_argument` (an
///          empty identifier, identifier and value of two kinds, an item without its key members, text that is not
///          UTF-8), `already_exists` (a duplicate), `not_found` (nothing fits; see `MutateOptions`)
/// @par Cost  linear in the set for each `update` and `remove`; for an `add` linear in the item
[[nodiscard]] QUERYDATA_API Result<MutatedSet> mutate(const ContextSet& set, const std::vector<Mutation>& mutations,
                                                      const MutateOptions& options = {});

/// One member of an item in two versions; empty: it is not there.
struct MemberChange {
  std::string member;  ///< canonical: "sql", "parameterized/parameterized_sql"; of an unknown member its own name
  std::string before;  ///< its text; of an unknown member, its JSON
  std::string after;

  bool operator==(const MemberChange&) const = default;
};

/// An item of two sets that is there in both and not the same.
struct ItemChange {
  std::string before_pointer;  ///< in the first set
  std::string after_pointer;   ///< in the second set
  std::vector<MemberChange> members;

  bool operator==(const ItemChange&) const = default;
};

/// What differs between two sets. Items that only stand in another order do not.
struct ContextSetDiff {
  std::vector<std::string> removed;  ///< pointers into the first set
  std::vector<std::string> added;    ///< pointers into the second set
  std::vector<ItemChange> changed;   ///< the set's own unknown members come first, with "" as pointers

  [[nodiscard]] bool empty() const noexcept { return removed.empty() && added.empty() && changed.empty(); }
  bool operator==(const ContextSetDiff&) const = default;
};

/// Compares two sets. Of two items that are not equal those are taken for one that changed which have the same "id", or
/// else the same question, intent or query, or else the same SQL, snippet or concept type.
/// @par Cost  linear in both sets
[[nodiscard]] QUERYDATA_API ContextSetDiff diff(const ContextSet& before, const ContextSet& after);

/// Which of two items with the same question, intent or query is kept.
enum class MergePreference : std::uint8_t { ours, theirs, both };

struct MergedSet {
  ContextSet set;
  std::vector<ItemChange> conflicts;  ///< `before` is ours, `after` theirs
  std::size_t added = 0;              ///< items that only the second set has
};

/// One set of two: the first one's items in their order, then those that only the second one has. Items that are equal
/// count once. Two with the same "id" or the same question (templates), intent (facets) or query (value searches) that
/// differ in another member are a conflict, and so is a member of the sets themselves with two values; each is listed,
/// whatever the preference did about it (`both` keeps both items, and of members of the sets ours). An item may have
/// the id of one and the question of another: these are two conflicts, and where `theirs` wins it takes the place of
/// both.
/// @par Cost  linear in both sets
[[nodiscard]] QUERYDATA_API MergedSet merge(const ContextSet& ours, const ContextSet& theirs,
                                            MergePreference preference = MergePreference::ours);

}  // namespace querydata::inline v0
