/// @file
/// A small bookshop: a database in memory, and a context set for it.
#pragma once

#include <sqlite3.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "querydata/planner.hpp"
#include "querydata/sqlite.hpp"

namespace querydata::test {

inline constexpr const char* bookshop_script = R"sql(
CREATE TABLE author (id INTEGER PRIMARY KEY, name TEXT, country TEXT, birth_year INTEGER);
CREATE TABLE book (id INTEGER PRIMARY KEY, title TEXT, author_id INTEGER REFERENCES author(id), genre TEXT,
                   price REAL, pages INTEGER, published_on TEXT);
CREATE TABLE sale (id INTEGER PRIMARY KEY, book_id INTEGER REFERENCES book(id), sold_on TEXT, copies INTEGER,
                   shop_city TEXT);
INSERT INTO author VALUES (1,'Astrid Lindqvist','Sweden',1950),(2,'Jorge Paz','Spain',1961),
  (3,'Mary Oak','Ireland',1978),(4,'Ida Lindqvist','Norway',1982);
INSERT INTO book VALUES (1,'The Quiet Fjord',1,'Crime',12.5,320,'2019-03-01'),(2,'Red Sand',2,'Travel',9.9,210,'2021-06-15'),
  (3,'Night Ferry',1,'Crime',15.0,410,'2023-01-20'),(4,'Garden Notes',3,'Nature',22.0,180,'2022-09-09'),
  (5,'Dublin',3,'Travel',18.0,260,'2020-05-05');
INSERT INTO sale VALUES (1,1,'2024-01-10',3,'Oslo'),(2,1,'2024-02-11',2,'Bergen'),(3,2,'2024-02-20',7,'Oslo'),
  (4,3,'2024-03-05',1,'Dublin'),(5,4,'2024-03-31',4,'Bergen'),(6,5,'2025-01-01',6,'Oslo');
)sql";

/// The bookshop's handle and the database on it.
class Bookshop {
 public:
  Bookshop() {
    if (sqlite3_open(":memory:", &handle_) != SQLITE_OK ||
        sqlite3_exec(handle_, bookshop_script, nullptr, nullptr, nullptr) != SQLITE_OK) {
      throw std::runtime_error(sqlite3_errmsg(handle_));
    }
    database_ = lend_sqlite(handle_).value();
  }
  ~Bookshop() {
    database_.reset();
    sqlite3_close(handle_);
  }
  Bookshop(const Bookshop&) = delete;
  Bookshop& operator=(const Bookshop&) = delete;

  bool run(const char* sql) { return sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK; }
  [[nodiscard]] const std::shared_ptr<Database>& database() const { return database_; }

 private:
  sqlite3* handle_ = nullptr;
  std::shared_ptr<Database> database_;
};

inline Template make_template(std::string nl_query, std::string intent, std::string sql,
                              std::string parameterized_intent, std::string parameterized_sql) {
  Template item;
  item.nl_query = std::move(nl_query);
  item.intent = std::move(intent);
  item.sql = std::move(sql);
  item.parameterized_intent = std::move(parameterized_intent);
  item.parameterized_sql = std::move(parameterized_sql);
  return item;
}

inline Facet make_facet(std::string intent, std::string sql, std::string parameterized_intent,
                        std::string parameterized_sql) {
  Facet item;
  item.intent = std::move(intent);
  item.sql_snippet = std::move(sql);
  item.parameterized_intent = std::move(parameterized_intent);
  item.parameterized_sql_snippet = std::move(parameterized_sql);
  return item;
}

inline ContextSet bookshop_context() {
  ContextSet set;
  set.templates = {
      make_template("Books by Mary Oak", "Which books has Mary Oak written?",
                    "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE a.name = 'Mary Oak'",
                    "Which books has $1 written?",
                    "SELECT b.title FROM book b JOIN author a ON a.id = b.author_id WHERE a.name = $1"),
      make_template("Number of books", "How many books are there?", "SELECT count(*) FROM book AS b",
                    "How many books are there?", "SELECT count(*) FROM book AS b"),
      make_template("How many copies were sold in Oslo?", "How many copies were sold in the shop in Oslo?",
                    "SELECT sum(s.copies) FROM sale AS s WHERE s.shop_city = 'Oslo'",
                    "How many copies were sold in the shop in $1?",
                    "SELECT sum(s.copies) FROM sale AS s WHERE s.shop_city = $1"),
      make_template("Copies sold in February 2024",
                    "How many copies were sold from 2024-02-01 up to but not including 2024-03-01?",
                    "SELECT sum(copies) FROM sale WHERE sold_on >= '2024-02-01' AND sold_on < '2024-03-01'",
                    "How many copies were sold from $1 up to but not including $2?",
                    "SELECT sum(copies) FROM sale WHERE sold_on >= $1 AND sold_on < $2"),
      make_template("The longest book", "Which book has the most pages?",
                    "SELECT title FROM book ORDER BY pages DESC LIMIT 1", "Which book has the most pages?",
                    "SELECT title FROM book ORDER BY pages DESC LIMIT 1"),
      make_template("Books with more than 300 pages", "Which books have more than 300 pages?",
                    "SELECT title FROM book WHERE pages > 300", "Which books have more than $1 pages?",
                    "SELECT title FROM book WHERE pages > $1"),
      make_template("Authors from Spain", "Which authors come from Spain?",
                    "SELECT name FROM author WHERE country = 'Spain'", "Which authors come from $1?",
                    "SELECT name FROM author WHERE country = $1"),
      make_template("Average price of a crime book", "What is the average price of Crime books?",
                    "SELECT avg(b.price) FROM book AS b WHERE b.genre = 'Crime'",
                    "What is the average price of $1 books?", "SELECT avg(b.price) FROM book AS b WHERE b.genre = $1"),
      make_template("The 2 cheapest books", "Which 2 books have the lowest price?",
                    "SELECT title FROM book ORDER BY price LIMIT 2", "Which $1 books have the lowest price?",
                    "SELECT title FROM book ORDER BY price LIMIT $1"),
      make_template("When was Red Sand published?", "On which day was the book Red Sand published?",
                    "SELECT published_on FROM book WHERE title = 'Red Sand'", "On which day was the book $1 published?",
                    "SELECT published_on FROM book WHERE title = $1"),
  };
  set.facets = {
      make_facet("books over 15 euros", "book.price > 15", "books over $1 euros", "book.price > $1"),
      make_facet("travel guides", "book.genre = 'Travel' OR book.genre = 'Nature'", "travel guides",
                 "book.genre = 'Travel' OR book.genre = 'Nature'"),
  };
  return set;
}

inline Planner bookshop_planner(const Bookshop& shop) {
  return Planner::build(shop.database(), bookshop_context()).value();
}

}  // namespace querydata::test
