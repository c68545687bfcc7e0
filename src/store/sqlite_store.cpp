#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

#include "core/utf8.hpp"
#include "querydata/store.hpp"
#include "store/checksum.hpp"
#include "store/directory.hpp"
#include "store/format.hpp"
#include "store/sqlite_file.hpp"

namespace querydata::inline v0 {
namespace store {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t max_idle_connections = 8;
constexpr std::size_t max_key_bytes = 1024;

bool has_content(const fs::path& path) {
  std::error_code failure;
  const auto size = fs::file_size(path, failure);
  return !failure && size > 0;
}

bool has_log(const fs::path& path) {
  return has_content(path.string() + "-wal") || has_content(path.string() + "-journal");
}

bool is_folder_read_only(const fs::path& path) {
  return ::access(path.parent_path().c_str(), W_OK) != 0;
}

/// SQLite makes an empty file a database, and takes one that is shorter than a page for an empty one.
Result<void> check_length(const fs::path& path) {
  constexpr std::uintmax_t smallest_page = 512;
  std::error_code failure;
  const auto size = fs::file_size(path, failure);
  if (failure || size == 0 || size >= smallest_page) return {};
  return file_error(
      ErrorCode::data_loss,
      fmt::format("The file has {} bytes, which is too short for a store: it was cut, or is something else. "
                  "Check the path, or restore it from a copy.",
                  size),
      path);
}

Result<Connection> open_to_read(const fs::path& path, std::chrono::milliseconds lock_wait) {
  auto connection = Connection::open(path, Access::read_only, lock_wait);
  if (!connection) return connection;
  // The first read is what fails where SQLite can't keep its log.
  auto probe = connection->number("SELECT count(*) FROM sqlite_schema");
  if (probe) return connection;
  // Where there is no log to look at, SQLite needs only the promise that the file does not change: its folder admits no
  // new files, or the disk has no room for them.
  const std::string& state = probe.error().where.sqlstate;
  const bool full = probe.error().code == ErrorCode::resource_exhausted;
  if (!full && state != "SQLITE_CANTOPEN" && state != "SQLITE_READONLY") return probe.error();
  if (!has_log(path) && (full || is_folder_read_only(path)))
    return Connection::open(path, Access::immutable, lock_wait);
  if (full) return probe.error();
  return file_error(
      ErrorCode::failed_precondition,
      "The store has a log of changes that can't be read on read-only media. Open it read_write once where it "
      "can be written, then copy it.",
      path, state);
}

Result<Connection> open_connection(const fs::path& path, StoreMode mode, std::chrono::milliseconds lock_wait) {
  return mode == StoreMode::read_write ? Connection::open(path, Access::read_write, lock_wait)
                                       : open_to_read(path, lock_wait);
}

/// A connection out of the pool; it goes back when this is destroyed.
class Lease;

class Pool {
 public:
  Pool(fs::path path, StoreMode mode, std::chrono::milliseconds lock_wait)
      : path_(std::move(path)), mode_(mode), lock_wait_(lock_wait) {
    idle_.reserve(max_idle_connections);
  }

  [[nodiscard]] Result<Lease> take();
  void give_back(Connection connection) noexcept {
    // A file that is taken to be immutable may change between two calls, so its pages must not be kept.
    if (connection.access() == Access::immutable) return;
    const std::scoped_lock lock(mutex_);
    if (idle_.size() < max_idle_connections) idle_.push_back(std::move(connection));
  }
  [[nodiscard]] const fs::path& path() const noexcept { return path_; }
  [[nodiscard]] StoreMode mode() const noexcept { return mode_; }

 private:
  fs::path path_;
  StoreMode mode_;
  std::chrono::milliseconds lock_wait_;
  std::mutex mutex_;
  std::vector<Connection> idle_;
};

class Lease {
 public:
  Lease(Pool& pool, Connection connection) : pool_(&pool), connection_(std::move(connection)) {}
  Lease(Lease&& other) noexcept
      : pool_(std::exchange(other.pool_, nullptr)), connection_(std::move(other.connection_)) {}
  Lease& operator=(Lease&&) = delete;
  ~Lease() {
    if (pool_ != nullptr) pool_->give_back(std::move(connection_));
  }
  const Connection& operator*() const noexcept { return connection_; }
  const Connection* operator->() const noexcept { return &connection_; }

 private:
  Pool* pool_;
  Connection connection_;
};

Result<Lease> Pool::take() {
  {
    const std::scoped_lock lock(mutex_);
    if (!idle_.empty()) {
      Lease lease(*this, std::move(idle_.back()));
      idle_.pop_back();
      return lease;
    }
  }
  auto connection = open_connection(path_, mode_, lock_wait_);
  if (!connection) return connection.error();
  return Lease(*this, *std::move(connection));
}

Result<void> check_key(std::string_view what, std::string_view text) {
  const auto invalid = [&](std::string_view why) {
    return Error{ErrorCode::invalid_argument, fmt::format("The {} of a store's entry {}.", what, why), {}};
  };
  if (text.empty()) return invalid("is empty. Give it one");
  if (text.size() > max_key_bytes) return invalid(fmt::format("is longer than {} bytes. Shorten it", max_key_bytes));
  if (text.find('\0') != std::string_view::npos) return invalid("holds a zero byte. Leave it out");
  if (find_invalid_utf8(text)) return invalid("is not UTF-8. Convert it");
  return {};
}

Result<std::string> read_blob(const Connection& connection, const Entry& entry) {
  const auto damaged = [&](std::string_view how) {
    return connection.damage(fmt::format("{} \"{}\" version {} {}", entry.kind, entry.name, entry.version, how));
  };
  sqlite3_blob* handle = nullptr;
  const int opened = sqlite3_blob_open(connection.handle(), "main", "blob", "data", entry.blob, 0, &handle);
  const std::unique_ptr<sqlite3_blob, decltype(&sqlite3_blob_close)> blob(handle, &sqlite3_blob_close);
  if (opened != SQLITE_OK) return connection.error(opened, "opening an entry's data");
  if (sqlite3_blob_bytes(handle) != entry.bytes) return damaged("has another length than was written");
  std::string data(static_cast<std::size_t>(entry.bytes), '\0');
  const int read = sqlite3_blob_read(handle, data.data(), static_cast<int>(entry.bytes), 0);
  if (read != SQLITE_OK) return connection.error(read, "reading an entry's data");
  if (checksum(data) != entry.checksum) return damaged("does not fit its checksum");
  return data;
}

Result<Entry> insert(const Connection& connection, std::string_view kind, std::string_view name, std::int64_t version,
                     std::string_view data) {
  auto blob = Statement::prepare(connection, "INSERT INTO blob(data) VALUES(?1)");
  if (!blob) return blob.error();
  if (auto done = blob->bind_blob(1, data).finish(); !done) return done.error();
  Entry entry{std::string(kind), std::string(name),
              version,           static_cast<std::int64_t>(data.size()),
              checksum(data),    sqlite3_last_insert_rowid(connection.handle())};
  auto row = Statement::prepare(connection, "INSERT INTO entry VALUES(?1, ?2, ?3, ?4, ?5, ?6)");
  if (!row) return row.error();
  auto done = row->bind_text(1, entry.kind)
                  .bind_text(2, entry.name)
                  .bind(3, entry.version)
                  .bind(4, entry.bytes)
                  .bind(5, static_cast<std::int64_t>(entry.checksum))
                  .bind(6, entry.blob)
                  .finish();
  if (!done) return done.error();
  return entry;
}

Result<void> erase(const Connection& connection, const Entry& entry) {
  auto blob = Statement::prepare(connection, "DELETE FROM blob WHERE id = ?1");
  if (!blob) return blob.error();
  auto row = Statement::prepare(connection, "DELETE FROM entry WHERE kind = ?1 AND name = ?2 AND version = ?3");
  if (!row) return row.error();
  if (auto done = blob->bind(1, entry.blob).finish(); !done) return done;
  return row->bind_text(1, entry.kind).bind_text(2, entry.name).bind(3, entry.version).finish();
}

Error no_such_entry(const fs::path& path, std::string_view kind, std::string_view name) {
  std::string words(kind);
  std::ranges::replace(words, '_', ' ');
  return file_error(ErrorCode::not_found,
                    fmt::format("The store has no {} \"{}\". Check the name, or make it first.", words, name), path);
}

class SqliteStore final : public Store {
 public:
  SqliteStore(const fs::path& path, StoreMode mode, std::chrono::milliseconds lock_wait)
      : pool_(path, mode, lock_wait) {}

  Result<std::int64_t> generation() const override;
  Result<std::string> read(std::string_view kind, std::string_view name,
                           std::optional<std::int64_t> version) const override;
  Result<std::vector<StoreEntry>> list(std::string_view kind) const override;
  Result<std::int64_t> write(const std::vector<StoreWrite>& changes,
                             std::optional<std::int64_t> expected_generation) override;
  Result<std::string> files_folder() const override { return pool_.path().string() + ".files"; }

 private:
  using Snapshot = std::shared_ptr<const Directory>;

  [[nodiscard]] Result<Snapshot> snapshot(const Connection& connection) const;
  void remember(Snapshot directory) const {
    const std::scoped_lock lock(mutex_);
    newest_ = std::move(directory);
  }
  [[nodiscard]] Snapshot remembered() const {
    const std::scoped_lock lock(mutex_);
    return newest_;
  }
  [[nodiscard]] Result<void> check_change(const Connection& connection, const StoreWrite& change) const;
  [[nodiscard]] Result<void> apply(const Connection& connection, const StoreWrite& change, Directory& directory) const;

  mutable Pool pool_;
  mutable std::mutex mutex_;
  mutable Snapshot newest_;  ///< of the generation that was seen last
};

/// The directory as the connection's transaction sees it; read from the file only when another generation is there.
Result<SqliteStore::Snapshot> SqliteStore::snapshot(const Connection& connection) const {
  // A newer version of the library may have migrated the file since it was opened.
  const auto version = recognise(connection);
  if (!version) return version.error();
  if (*version != format_version) return connection.damage("its format went back");
  const auto state = Directory::load_state(connection);
  if (!state) return state.error();
  Snapshot known = remembered();
  if (known && known->state() == *state) return known;
  auto directory = Directory::load(connection);
  if (!directory) return directory.error();
  known = std::make_shared<const Directory>(*std::move(directory));
  remember(known);
  return known;
}

Result<std::int64_t> SqliteStore::generation() const {
  const auto connection = pool_.take();
  if (!connection) return connection.error();
  const auto transaction = Transaction::begin(**connection, Transaction::Kind::read);
  if (!transaction) return transaction.error();
  const auto directory = snapshot(**connection);
  if (!directory) return directory.error();
  return (*directory)->state().generation;
}

Result<std::vector<StoreEntry>> SqliteStore::list(std::string_view kind) const {
  const auto connection = pool_.take();
  if (!connection) return connection.error();
  const auto transaction = Transaction::begin(**connection, Transaction::Kind::read);
  if (!transaction) return transaction.error();
  const auto directory = snapshot(**connection);
  if (!directory) return directory.error();
  std::vector<StoreEntry> entries;
  for (const Entry& entry : (*directory)->of_kind(kind)) {
    entries.push_back({entry.kind, entry.name, entry.version, static_cast<std::size_t>(entry.bytes)});
  }
  return entries;
}

Result<std::string> SqliteStore::read(std::string_view kind, std::string_view name,
                                      std::optional<std::int64_t> version) const {
  const auto connection = pool_.take();
  if (!connection) return connection.error();
  const auto transaction = Transaction::begin(**connection, Transaction::Kind::read);
  if (!transaction) return transaction.error();
  const auto directory = snapshot(**connection);
  if (!directory) return directory.error();
  const auto versions = (*directory)->versions(kind, name);
  if (versions.empty()) return no_such_entry(pool_.path(), kind, name);
  if (!version) return read_blob(**connection, versions.back());
  const auto found = std::ranges::find(versions, *version, &Entry::version);
  if (found == versions.end()) {
    return file_error(ErrorCode::not_found,
                      fmt::format("The store has no version {} of {} \"{}\"; its versions are {} to {}.", *version,
                                  kind, name, versions.front().version, versions.back().version),
                      pool_.path());
  }
  return read_blob(**connection, *found);
}

Result<void> SqliteStore::check_change(const Connection& connection, const StoreWrite& change) const {
  if (auto good = check_key("kind", change.kind); !good) return good;
  if (auto good = check_key("name", change.name); !good) return good;
  const auto limit = static_cast<std::size_t>(sqlite3_limit(connection.handle(), SQLITE_LIMIT_LENGTH, -1));
  constexpr std::size_t row_overhead = 100;
  if (change.data && change.data->size() + row_overhead > limit) {
    return file_error(ErrorCode::resource_exhausted,
                      fmt::format("{} \"{}\" has {} bytes; one entry of a store holds at most {}. Split it.",
                                  change.kind, change.name, change.data->size(), limit - row_overhead),
                      pool_.path());
  }
  return {};
}

Result<void> SqliteStore::apply(const Connection& connection, const StoreWrite& change, Directory& directory) const {
  const auto versions = directory.versions(change.kind, change.name);
  if (!change.data && versions.empty()) return no_such_entry(pool_.path(), change.kind, change.name);
  const std::int64_t next = versions.empty() ? 1 : versions.back().version + 1;
  const std::size_t staying = !change.data ? 0 : change.keep == 0 ? versions.size() : change.keep - 1;
  const auto surplus = versions.first(versions.size() - std::min(staying, versions.size()));
  std::vector<std::int64_t> gone;
  for (const Entry& entry : surplus) {
    if (change.data && std::ranges::find(change.spared, entry.version) != change.spared.end()) continue;
    if (auto done = erase(connection, entry); !done) return done;
    gone.push_back(entry.version);
  }
  directory.remove(change.kind, change.name, gone);
  if (!change.data) return {};
  auto entry = insert(connection, change.kind, change.name, next, *change.data);
  if (!entry) return entry.error();
  directory.add(*std::move(entry));
  return {};
}

Result<std::int64_t> SqliteStore::write(const std::vector<StoreWrite>& changes,
                                        std::optional<std::int64_t> expected_generation) {
  if (pool_.mode() == StoreMode::read_only) {
    return file_error(ErrorCode::permission_denied, "The store was opened read_only. Open it read_write to change it.",
                      pool_.path());
  }
  const auto connection = pool_.take();
  if (!connection) return connection.error();
  for (const StoreWrite& change : changes) {
    if (auto good = check_change(**connection, change); !good) return good.error();
  }
  auto transaction = Transaction::begin(**connection, Transaction::Kind::write);
  if (!transaction) return transaction.error();
  const auto before = snapshot(**connection);
  if (!before) return before.error();
  const std::int64_t generation = (*before)->state().generation;
  if (expected_generation && *expected_generation != generation) {
    return file_error(
        ErrorCode::aborted,
        fmt::format("The store is at generation {}, not {}: someone else has changed it. Read it again, then "
                    "write.",
                    generation, *expected_generation),
        pool_.path());
  }
  if (changes.empty()) return generation;

  auto after = std::make_shared<Directory>(**before);
  for (const StoreWrite& change : changes) {
    if (auto done = apply(**connection, change, *after); !done) return done.error();
  }
  after->seal(generation + 1);
  if (auto done = Directory::save_state(**connection, after->state()); !done) return done.error();
  if (auto done = transaction->commit(); !done) return done.error();
  remember(std::move(after));
  // What is still in the log would be lost with the log; readers that are in the way only put that off.
  (*connection)->checkpoint();
  return generation + 1;
}

/// The path as SQLite is to see it: absolute, so that no name means anything special to it.
Result<fs::path> resolve(std::string_view path) {
  const auto invalid = [&](std::string_view why) {
    return file_error(ErrorCode::invalid_argument, fmt::format("The path of a store {}.", why), path);
  };
  if (path.empty()) return invalid("is empty. Name a file");
  if (path.find('\0') != std::string_view::npos) return invalid("holds a zero byte. Name a file");
  std::error_code failure;
  fs::path resolved = fs::absolute(fs::path(path), failure).lexically_normal();
  if (failure) return invalid("can't be made absolute: " + failure.message());
  if (fs::is_directory(resolved, failure)) return invalid("is a folder. Name a file in it");
  return resolved;
}

/// `recognise` at one moment: another process may be making the store.
Result<std::int64_t> recognise_at_once(const Connection& connection) {
  const auto transaction = Transaction::begin(connection, Transaction::Kind::read);
  if (!transaction) return transaction.error();
  return recognise(connection);
}

Result<void> prepare_to_write(const fs::path& path, std::chrono::milliseconds lock_wait) {
  std::error_code failure;
  if (!fs::exists(path.parent_path(), failure) && !failure) {
    return file_error(ErrorCode::not_found, "There is no folder to make the store in. Make the folder first.", path);
  }
  if (auto whole = check_length(path); !whole) return whole;
  auto connection = Connection::open(path, Access::create, lock_wait);
  if (!connection) return connection.error();
  // SQLite opens a file that it may not write to read-only, without a word.
  if (sqlite3_db_readonly(connection->handle(), "main") == 1) {
    return file_error(ErrorCode::permission_denied,
                      "The store can't be written to. Give this process the right to it, or open it read_only.", path);
  }
  const auto version = recognise_at_once(*connection);
  if (!version) return version.error();
  if (*version != format_version) {
    if (auto done = migrate(*connection, migrations()); !done) return done;
  }
  // Only a better way of locking: a file system that can't do it, or a reader in the way, leaves the other one.
  sqlite3_exec(connection->handle(), "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
  return check_layout(*connection);
}

Result<void> prepare_to_read(const fs::path& path, std::chrono::milliseconds lock_wait) {
  if (auto whole = check_length(path); !whole) return whole;
  auto connection = open_to_read(path, lock_wait);
  if (!connection) return connection.error();
  const auto version = recognise_at_once(*connection);
  if (!version) return version.error();
  if (*version == 0) {
    return file_error(ErrorCode::data_loss, "The file is empty. Open it read_write to make it a store.", path);
  }
  if (*version != format_version) {
    return file_error(
        ErrorCode::failed_precondition,
        fmt::format("The store has the older format {}. Open it read_write once to bring it up to format {}.", *version,
                    format_version),
        path);
  }
  return check_layout(*connection);
}

}  // namespace
}  // namespace store

Result<std::string> Store::files_folder() const {
  return Error{ErrorCode::unimplemented, "This store keeps no files beside it. Use a store in a SQLite file.", {}};
}

Result<std::unique_ptr<Store>> open_store(std::string_view path, StoreMode mode, std::chrono::milliseconds lock_wait) {
  const auto resolved = store::resolve(path);
  if (!resolved) return resolved.error();
  constexpr std::chrono::milliseconds longest = std::chrono::hours(1);
  const auto wait = std::clamp(lock_wait, std::chrono::milliseconds(0), longest);
  auto prepared = mode == StoreMode::read_write ? store::prepare_to_write(*resolved, wait)
                                                : store::prepare_to_read(*resolved, wait);
  if (!prepared) return prepared.error();
  auto opened = std::make_unique<store::SqliteStore>(*resolved, mode, wait);
  // Reads and checks the whole list of entries, so that a damaged store does not open.
  if (auto generation = opened->generation(); !generation) return generation.error();
  return std::unique_ptr<Store>(std::move(opened));
}

}  // namespace querydata::inline v0
