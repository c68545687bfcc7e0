#include "knowledge/document_segment.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ranges>
#include <utility>

#include "core/utf8.hpp"
#include "knowledge/chunks.hpp"

namespace querydata::inline v0::knowledge {
namespace {

/// Numbers of the arrays.
enum Array : std::uint64_t { documents, texts, contents, chunks, gone_names, gone_ends, passages };

constexpr std::size_t told_every = 256;    ///< documents
constexpr std::size_t looked_every = 256;  ///< chunks, at the clock

std::array<std::string_view, 5> texts_of(const DocumentSource& document) {
  return {document.name, document.uri, document.title, document.description, document.data_source};
}

/// Puts blanks in the place of bytes that are not UTF-8 and of control characters but line ends and tabs.
void hide_what_is_no_text(std::string& text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const CodePoint next = byte < 0x80 ? CodePoint{byte, 1, true} : decode_utf8(text, at);
    const bool control = next.value < ' ' && next.value != '\n' && next.value != '\t' && next.value != '\r';
    if (control || !next.valid) text[at] = ' ';
    at += next.size;
  }
}

/// Gathers documents into arrays.
class Builder {
 public:
  Builder(const FilterTime& now, const CallControl& control) : now_(now), control_(control) {}

  Result<void> add(const DocumentSource& document) {
    DocumentRecord record;
    record.content = contents_.size();
    record.content_bytes = document.content.size();
    record.texts = texts_.size();
    const auto parts = texts_of(document);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      record.text_bytes[i] = static_cast<std::uint32_t>(parts[i].size());
      texts_ += parts[i];
    }
    record.format = static_cast<std::uint32_t>(document.format);
    const FilterTime& time = document.update_time ? *document.update_time : now_;
    record.update_seconds = time.seconds;
    record.update_nanoseconds = static_cast<std::uint32_t>(time.nanoseconds);
    record.first_chunk = static_cast<std::uint32_t>(chunks_.size());
    contents_ += document.content;
    const auto readable = add_chunks(document, record.content);
    if (!readable) return readable.error();
    record.readable = *readable;
    documents_.push_back(record);
    return {};
  }

  [[nodiscard]] store::Sections take(std::span<const std::string> gone) && {
    std::string names;
    std::vector<std::uint64_t> ends;
    for (const std::string& name : gone) {
      names += name;
      ends.push_back(names.size());
    }
    store::Sections sections;
    sections.add(Array::documents, std::move(documents_));
    sections.add(Array::texts, std::move(texts_));
    sections.add(Array::contents, std::move(contents_));
    sections.add(Array::chunks, std::move(chunks_));
    sections.add(Array::gone_names, std::move(names));
    sections.add(Array::gone_ends, std::move(ends));
    sections.add(Array::passages, index_.bytes());
    return sections;
  }

 private:
  [[nodiscard]] Result<void> go_on() const { return control_.check("indexing documents"); }

  /// @return  where the readable text begins
  Result<std::uint64_t> add_chunks(const DocumentSource& document, std::uint64_t content) {
    const auto number = static_cast<std::uint32_t>(documents_.size());
    if (auto on = go_on(); !on) return on.error();
    ReadableText readable = read_markup(document.content, document.format);
    hide_what_is_no_text(readable.text);
    const Language language = guess_language(readable.text);
    for (const Chunk& chunk : cut_chunks(readable)) {
      if (chunks_.size() % looked_every == 0) {
        if (auto on = go_on(); !on) return on.error();
      }
      chunks_.push_back(
          {number, static_cast<std::uint32_t>(chunk.span.begin), static_cast<std::uint32_t>(chunk.span.end)});
      index_.add(chunk.span.of(readable.text), language);
    }
    if (readable.text == document.content) return content;
    contents_ += readable.text;
    return contents_.size() - readable.text.size();
  }

  const FilterTime& now_;
  const CallControl& control_;
  std::vector<DocumentRecord> documents_;
  std::vector<ChunkRecord> chunks_;
  std::string texts_;
  std::string contents_;
  PassageIndex::Builder index_;
};

}  // namespace

Result<store::Sections> DocumentSegment::build(std::span<const DocumentSource> documents,
                                               std::span<const std::string> gone, const FilterTime& now,
                                               const Progress& progress, const CallControl& control) {
  Builder builder(now, control);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    if (progress && i % told_every == 0) progress(i);
    if (auto added = builder.add(documents[i]); !added) return added.error();
  }
  if (progress) progress(documents.size());
  return std::move(builder).take(gone);
}

Result<std::shared_ptr<const DocumentSegment>> DocumentSegment::open(store::Sections sections) {
  auto segment = std::make_shared<DocumentSegment>();
  segment->sections_ = std::move(sections);
  const store::Sections& kept = segment->sections_;
  segment->documents_ = kept.items<DocumentRecord>(Array::documents);
  segment->chunks_ = kept.items<ChunkRecord>(Array::chunks);
  segment->gone_ends_ = kept.items<std::uint64_t>(Array::gone_ends);
  segment->texts_ = kept.bytes(Array::texts);
  segment->contents_ = kept.bytes(Array::contents);
  segment->gone_ = kept.bytes(Array::gone_names);
  auto index = PassageIndex::open(kept.bytes(Array::passages));
  if (!index) return index.error();
  segment->index_ = *std::move(index);
  if (!segment->is_sound())
    return Error{ErrorCode::data_loss, "a part of the knowledge base is not as it was written; build it again", {}};
  return std::shared_ptr<const DocumentSegment>(std::move(segment));
}

/// Whether every place that the arrays name is there.
bool DocumentSegment::is_sound() const {
  std::uint64_t first = 0;
  const auto fits = [](std::uint64_t begin, std::uint64_t bytes, std::uint64_t all) {
    return begin <= all && bytes <= all - begin;
  };
  for (const DocumentRecord& record : documents_) {
    std::uint64_t bytes = 0;
    for (const std::uint32_t part : record.text_bytes) bytes += part;
    if (!fits(record.content, record.content_bytes, contents_.size()) ||
        !fits(record.readable, record.content_bytes, contents_.size()) || record.first_chunk < first ||
        !fits(record.texts, bytes, texts_.size()) || record.first_chunk > chunks_.size() ||
        record.format > static_cast<std::uint32_t>(DocumentFormat::plain_text))
      return false;
    first = record.first_chunk;
  }
  for (const ChunkRecord& chunk : chunks_) {
    if (chunk.document >= documents_.size() || chunk.begin > chunk.end ||
        chunk.end > documents_[chunk.document].content_bytes)
      return false;
  }
  return std::ranges::is_sorted(gone_ends_) && (gone_ends_.empty() || gone_ends_.back() <= gone_.size()) &&
         index_.size() == chunks_.size();
}

std::string_view DocumentSegment::text(std::size_t document, std::size_t which) const {
  const DocumentRecord& record = documents_[document];
  std::uint64_t begin = record.texts;
  for (std::size_t i = 0; i < which; ++i) begin += record.text_bytes[i];
  return texts_.substr(begin, record.text_bytes[which]);
}

std::string_view DocumentSegment::content(std::size_t document) const {
  return contents_.substr(documents_[document].content, documents_[document].content_bytes);
}

Document DocumentSegment::document(std::size_t number, DocumentView view) const {
  const DocumentRecord& record = documents_[number];
  Document document;
  document.name = text(number, 0);
  document.uri = text(number, 1);
  document.title = text(number, 2);
  document.description = text(number, 3);
  document.data_source = text(number, 4);
  document.update_time = FilterTime{record.update_seconds, static_cast<std::int32_t>(record.update_nanoseconds)};
  document.format = static_cast<DocumentFormat>(record.format);
  if (view != DocumentView::basic) document.content = content(number);
  document.content_length_bytes = record.content_bytes;
  return document;
}

DocumentSource DocumentSegment::source(std::size_t number) const {
  const DocumentRecord& record = documents_[number];
  return {.name = text(number, 0),
          .uri = text(number, 1),
          .title = text(number, 2),
          .description = text(number, 3),
          .data_source = text(number, 4),
          .update_time = FilterTime{record.update_seconds, static_cast<std::int32_t>(record.update_nanoseconds)},
          .format = static_cast<DocumentFormat>(record.format),
          .content = content(number)};
}

bool DocumentSegment::says(std::size_t number, const DocumentSource& document) const {
  const DocumentSource kept = source(number);
  return texts_of(kept) == texts_of(document) && kept.format == document.format && kept.content == document.content &&
         document.update_time.value_or(*kept.update_time) == *kept.update_time;
}

std::size_t DocumentSegment::lower_bound(std::string_view name, std::size_t from) const {
  std::size_t low = from;
  std::size_t high = from;
  for (std::size_t step = 1; high < size() && this->name(high) < name; step *= 2) {
    low = high + 1;
    high = std::min(size(), high + step);
  }
  while (low < high) {
    const std::size_t middle = low + (high - low) / 2;
    if (this->name(middle) < name) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

std::optional<std::size_t> DocumentSegment::find(std::string_view name) const {
  const std::size_t place = lower_bound(name);
  if (place == size() || this->name(place) != name) return std::nullopt;
  return place;
}

std::string_view DocumentSegment::gone(std::size_t number) const {
  const std::uint64_t begin = number == 0 ? 0 : gone_ends_[number - 1];
  return gone_.substr(begin, gone_ends_[number] - begin);
}

bool DocumentSegment::removes(std::string_view name) const {
  return std::ranges::binary_search(std::views::iota(std::size_t{0}, gone_count()), name, {},
                                    [&](std::size_t i) { return gone(i); });
}

std::string_view DocumentSegment::readable(std::size_t document) const {
  return contents_.substr(documents_[document].readable, documents_[document].content_bytes);
}

std::size_t DocumentSegment::chunk_count(std::size_t document) const {
  const std::size_t end = document + 1 < size() ? documents_[document + 1].first_chunk : chunks_.size();
  return end - documents_[document].first_chunk;
}

}  // namespace querydata::inline v0::knowledge
