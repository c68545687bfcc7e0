#include "generate.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lists.hpp"
#include "random.hpp"

namespace sample {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::weekday;
using std::chrono::year;
using std::chrono::year_month_day;

constexpr const char* tables = R"sql(
CREATE TABLE countries (
  country_code TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  region TEXT NOT NULL,
  currency_code TEXT NOT NULL
);
CREATE TABLE ports (
  port_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  country_code TEXT NOT NULL REFERENCES countries (country_code),
  latitude REAL NOT NULL,
  longitude REAL NOT NULL,
  berths INTEGER NOT NULL,
  opened_year INTEGER NOT NULL
);
CREATE TABLE vessels (
  vessel_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  kind_code TEXT NOT NULL,
  flag_country_code TEXT NOT NULL REFERENCES countries (country_code),
  home_port_id INTEGER NOT NULL REFERENCES ports (port_id),
  built_year INTEGER NOT NULL,
  gross_tonnage INTEGER NOT NULL,
  passenger_capacity INTEGER NOT NULL,
  car_capacity INTEGER NOT NULL,
  length_m REAL NOT NULL,
  top_speed_knots REAL NOT NULL
);
CREATE TABLE routes (
  route_id INTEGER PRIMARY KEY,
  from_port_id INTEGER NOT NULL REFERENCES ports (port_id),
  to_port_id INTEGER NOT NULL REFERENCES ports (port_id),
  distance_nm INTEGER NOT NULL,
  duration_minutes INTEGER NOT NULL,
  season_code TEXT NOT NULL
);
CREATE TABLE departures (
  departure_id INTEGER PRIMARY KEY,
  route_id INTEGER NOT NULL REFERENCES routes (route_id),
  vessel_id INTEGER NOT NULL REFERENCES vessels (vessel_id),
  departs_at TIMESTAMP NOT NULL,
  arrives_at TIMESTAMP NOT NULL,
  delay_minutes INTEGER,
  cancelled BOOLEAN NOT NULL,
  cancel_reason_code TEXT
);
CREATE TABLE passengers (
  passenger_id INTEGER PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  home_country_code TEXT NOT NULL REFERENCES countries (country_code),
  birth_date DATE NOT NULL,
  tier_code TEXT
);
CREATE TABLE bookings (
  booking_id INTEGER PRIMARY KEY,
  passenger_id INTEGER NOT NULL REFERENCES passengers (passenger_id),
  departure_id INTEGER NOT NULL REFERENCES departures (departure_id),
  booked_at TIMESTAMP NOT NULL,
  class_code TEXT NOT NULL,
  vehicle_code TEXT,
  status_code TEXT NOT NULL,
  price_eur REAL NOT NULL
);
CREATE TABLE crew (
  crew_id INTEGER PRIMARY KEY,
  full_name TEXT NOT NULL,
  rank_code TEXT NOT NULL,
  nationality_code TEXT NOT NULL REFERENCES countries (country_code),
  hired_on DATE NOT NULL,
  monthly_salary_eur INTEGER NOT NULL
);
CREATE TABLE crew_assignments (
  departure_id INTEGER NOT NULL REFERENCES departures (departure_id),
  crew_id INTEGER NOT NULL REFERENCES crew (crew_id),
  duty_code TEXT NOT NULL,
  hours_worked INTEGER NOT NULL,
  PRIMARY KEY (departure_id, crew_id)
);
CREATE TABLE maintenance (
  maintenance_id INTEGER PRIMARY KEY,
  vessel_id INTEGER NOT NULL REFERENCES vessels (vessel_id),
  port_id INTEGER NOT NULL REFERENCES ports (port_id),
  work_code TEXT NOT NULL,
  started_on DATE NOT NULL,
  finished_on DATE,
  cost_eur REAL NOT NULL
);
CREATE TABLE reviews (
  review_id INTEGER PRIMARY KEY,
  booking_id INTEGER NOT NULL UNIQUE REFERENCES bookings (booking_id),
  rating INTEGER NOT NULL,
  comment TEXT,
  written_on DATE NOT NULL
);
CREATE INDEX departures_by_route ON departures (route_id, departs_at);
CREATE INDEX bookings_by_passenger ON bookings (passenger_id);
CREATE INDEX bookings_by_departure ON bookings (departure_id);
CREATE INDEX crew_assignments_by_crew ON crew_assignments (crew_id);
)sql";

constexpr sys_days first_day = year{2023} / 1 / 1;
constexpr sys_days last_day = year{2025} / 6 / 30;

struct Route {
  const Line* line;
  int duration_minutes;
  std::string_view days;
  int first_minute;  ///< of the day
};

struct Departure {
  int route;
  int vessel;
  sys_days day;
  std::optional<int> delay;  ///< none: cancelled
  int popularity;
};

struct Booking {
  int passenger;
  int departure;
  sys_days day;
  int minute;
  std::string_view class_code;
  std::optional<std::string_view> vehicle_code;
  std::string_view status_code;
  int price_cents;
};

std::string format(sys_days day) {
  const year_month_day date(day);
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text.data();
}

/// Minutes beyond a day run into the next ones.
std::string format(sys_days day, int minute) {
  constexpr int day_minutes = 24 * 60;
  std::array<char, 40> text;
  std::snprintf(text.data(), text.size(), " %02d:%02d:00", minute % day_minutes / 60, minute % 60);
  return format(day + days(minute / day_minutes)) + text.data();
}

/// 1 … 12
unsigned month_of(sys_days day) {
  return static_cast<unsigned>(year_month_day(day).month());
}
bool is_summer(sys_days day) {
  return month_of(day) >= 5 && month_of(day) <= 9;
}
bool is_winter(sys_days day) {
  return month_of(day) <= 2 || month_of(day) >= 11;
}

/// 1-based position of the item of that name: the id of its row.
template <class Items>
int id_of(const Items& items, std::string_view name) {
  const auto found = std::ranges::find(items, name, [](const auto& item) { return item.name; });
  if (found == items.end()) throw std::runtime_error("no such name in the lists: " + std::string(name));
  return static_cast<int>(found - items.begin()) + 1;
}

/// The name in ASCII letters, as people write it in e-mail addresses.
std::string ascii_letters(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> spelling[] = {
      {"äáàâåāą", "a"}, {"æ", "ae"},  {"éèęēėê", "e"}, {"íīį", "i"},  {"öóøõô", "o"}, {"üúūųů", "u"},  {"ýÿ", "y"},
      {"çćč", "c"},     {"ðđ", "d"},  {"ģğ", "g"},     {"ķ", "k"},    {"łļľ", "l"},   {"ńņñ", "n"},    {"ŗř", "r"},
      {"śšş", "s"},     {"ß", "ss"},  {"þ", "th"},     {"ţť", "t"},   {"źżž", "z"},   {"ÄÁÀÅĀĄ", "a"}, {"Æ", "ae"},
      {"ÉĘĒĖ", "e"},    {"ÍĪĮ", "i"}, {"ÖÓØÕ", "o"},   {"ÜÚŪŲ", "u"}, {"Ý", "y"},     {"ĆČ", "c"},     {"ÐĐ", "d"},
      {"Ģ", "g"},       {"Ķ", "k"},   {"ŁĻ", "l"},     {"ŃŅ", "n"},   {"ŚŠ", "s"},    {"Þ", "th"},     {"ŹŻŽ", "z"}};
  std::string out;
  for (std::size_t at = 0; at < name.size();) {
    const auto lead = static_cast<unsigned char>(name[at]);
    const std::size_t length = lead < 0x80 ? 1 : 2;  // the lists hold no longer sequences
    const std::string_view letter = name.substr(at, length);
    at += length;
    if (length == 1) {
      if (lead >= 'A' && lead <= 'Z') out += static_cast<char>(lead - 'A' + 'a');
      if (lead >= 'a' && lead <= 'z') out += static_cast<char>(lead);
      continue;
    }
    const auto* found =
        std::ranges::find_if(spelling, [&](const auto& entry) { return entry.first.find(letter) != entry.first.npos; });
    if (found == std::end(spelling)) throw std::runtime_error("no ASCII spelling for " + std::string(letter));
    out += found->second;
  }
  return out;
}

/// Writes the tables from the lowest of the foreign keys to the highest.
class Generator {
 public:
  Generator(Database& database, std::uint64_t seed) : database_(database), random_(seed) {}

  void run() {
    write_countries();
    write_ports();
    write_vessels();
    write_routes();
    write_departures();
    write_people();
    write_bookings();
    write_crew_assignments();
    write_maintenance();
    write_reviews();
  }

 private:
  void write_countries() {
    Insert insert(database_, "countries", 4);
    for (const Country& country : countries()) insert(country.code, country.name, country.region, country.currency);
  }

  void write_ports() {
    Insert insert(database_, "ports", 7);
    int id = 0;
    for (const Port& port : ports())
      insert(++id, port.name, port.country, port.latitude, port.longitude, port.berths, port.opened_year);
  }

  void write_vessels() {
    Insert insert(database_, "vessels", 11);
    int id = 0;
    for (const Vessel& vessel : vessels())
      insert(++id, vessel.name, vessel.kind, vessel.flag, id_of(ports(), vessel.home_port), vessel.built_year,
             vessel.gross_tonnage, vessel.passengers, vessel.cars, vessel.length_m, vessel.top_speed_knots);
  }

  void write_routes() {
    Insert insert(database_, "routes", 6);
    int id = 0;
    for (const Line& line : lines()) {
      const int from = id_of(ports(), line.from);
      const int to = id_of(ports(), line.to);
      const std::string_view season = line.season == 'S' ? "S" : "Y";
      insert(++id, from, to, line.miles_out, line.minutes_out, season);
      routes_.push_back({&line, line.minutes_out, line.days_out, 7 * 60 + random_.between(0, 24) * 15});
      insert(++id, to, from, line.miles_back, line.minutes_back, season);
      routes_.push_back({&line, line.minutes_back, line.days_back, 14 * 60 + random_.between(0, 24) * 15});
    }
  }

  void write_departures() {
    Insert insert(database_, "departures", 8);
    for (sys_days day = first_day; day <= last_day; day += days(1)) {
      // A storm closes the sea for a day or two, four or five times a winter.
      if (is_winter(day) && random_.chance(30)) storm_until_ = day + days(random_.between(0, 1));
      const unsigned weekday_index = weekday(day).iso_encoding() - 1;
      for (std::size_t i = 0; i < routes_.size(); ++i) {
        const Line& line = *routes_[i].line;
        if (routes_[i].days[weekday_index] == '-' || (line.season == 'S' && !is_summer(day))) continue;
        write_departure(insert, static_cast<int>(i), day);
      }
    }
  }

  void write_departure(Insert& insert, int route_index, sys_days day) {
    const Route& route = routes_[static_cast<std::size_t>(route_index)];
    const int vessel = id_of(vessels(), random_.chance(880) ? route.line->vessel : route.line->relief);
    const bool storm = day <= storm_until_;
    const bool cancelled = random_.chance(storm ? 650 : is_winter(day) ? 25 : 9);
    std::optional<std::string_view> reason;
    if (cancelled) reason = storm || random_.chance(400) ? "WX" : random_.chance(650) ? "TE" : "CR";
    std::optional<int> delay;
    if (!cancelled) delay = draw_delay(is_winter(day));
    const int start = route.first_minute;
    const int id = static_cast<int>(departures_.size()) + 1;
    insert(id, route_index + 1, vessel, format(day, start), format(day, start + route.duration_minutes), delay,
           cancelled ? 1 : 0, reason);
    departures_.push_back({route_index, vessel, day, delay, route.line->popularity * (is_summer(day) ? 2 : 1)});
  }

  int draw_delay(bool winter) {
    const int dice = random_.between(1, 1000) + (winter ? 60 : 0);
    if (dice <= 420) return 0;
    if (dice <= 760) return random_.between(1, 9);
    if (dice <= 930) return random_.between(10, 34);
    if (dice <= 1000) return random_.between(35, 110);
    return random_.between(60, 420);
  }

  void write_people() {
    std::vector<Person> passengers;
    std::vector<Person> crew;
    for (const Names& list : names()) {
      std::vector<int> pairs(list.first.size() * list.last.size());
      for (std::size_t i = 0; i < pairs.size(); ++i) pairs[i] = static_cast<int>(i);
      random_.shuffle(pairs);
      for (std::size_t i = 0; i < static_cast<std::size_t>(list.passengers + list.crew); ++i) {
        const auto pair = static_cast<std::size_t>(pairs[i]);
        Person person{list.first[pair % list.first.size()], list.last[pair / list.first.size()], list.country};
        (i < static_cast<std::size_t>(list.passengers) ? passengers : crew).push_back(person);
      }
    }
    random_.shuffle(passengers);
    random_.shuffle(crew);
    write_passengers(passengers);
    write_crew(crew);
  }

  struct Person {
    std::string_view first, last, country;
  };

  void write_passengers(const std::vector<Person>& people) {
    static constexpr std::array<std::string_view, 3> hosts{"example.com", "example.org", "example.net"};
    Insert insert(database_, "passengers", 7);
    for (const Person& person : people) {
      const sys_days birth = sys_days(year{1936} / 1 / 1) + days(random_.between(0, 27'000));
      std::string email = ascii_letters(person.first) + '.' + ascii_letters(person.last);
      if (!emails_.insert(email).second) email += std::to_string(passengers_ + 1);
      email += '@' + std::string(random_.pick(hosts));
      std::optional<std::string_view> tier;
      if (passengers_ < regulars.size())
        tier = "G";
      else if (random_.chance(320))
        tier = random_.chance(120) ? "G" : random_.chance(350) ? "S" : "B";
      insert(static_cast<int>(++passengers_), person.first, person.last, email, person.country, format(birth), tier);
    }
  }

  void write_crew(const std::vector<Person>& people) {
    static constexpr std::array<std::string_view, 5> ranks{"MST", "CHO", "ENG", "DKH", "STW"};
    static constexpr std::array base_salaries{6900, 5200, 4900, 3100, 2700};
    Insert insert(database_, "crew", 6);
    int id = 0;
    for (const Person& person : people) {
      const std::size_t rank = static_cast<std::size_t>(id) % ranks.size();
      const int years = random_.between(0, 29);
      const sys_days hired = sys_days(year{2024} / 12 / 31) - days(years * 365 + random_.between(0, 364));
      const int salary = base_salaries[rank] + years * 55 + random_.between(0, 390);
      insert(++id, std::string(person.first) + ' ' + std::string(person.last), ranks[rank], person.country,
             format(hired), salary);
      crew_[rank].push_back({id, hired});
    }
  }

  void write_bookings() {
    std::vector<Booking> bookings;
    std::vector<int> weights;
    for (const Departure& departure : departures_) {
      const int capacity = vessels()[static_cast<std::size_t>(departure.vessel - 1)].passengers;
      weights.push_back(capacity > 50 ? departure.popularity : random_.chance(60) ? 1 : 0);
    }
    std::vector<int> ends(weights);
    for (std::size_t i = 1; i < ends.size(); ++i) ends[i] += ends[i - 1];
    for (int i = 0; i < 11'400; ++i) {
      const auto found = std::ranges::lower_bound(ends, random_.between(1, ends.back()));
      bookings.push_back(draw_booking(static_cast<int>(found - ends.begin())));
    }
    std::ranges::stable_sort(bookings, {}, [](const Booking& b) { return std::pair(b.day, b.minute); });
    Insert insert(database_, "bookings", 8);
    for (const Booking& b : bookings) {
      bookings_.push_back({b.departure, b.status_code == "C"});
      insert(static_cast<int>(bookings_.size()), b.passenger, b.departure + 1, format(b.day, b.minute), b.class_code,
             b.vehicle_code, b.status_code, b.price_cents / 100.0);
    }
  }

  Booking draw_booking(int departure_index) {
    const Departure& departure = departures_[static_cast<std::size_t>(departure_index)];
    const Line& line = *routes_[static_cast<std::size_t>(departure.route)].line;
    Booking booking{};
    booking.departure = departure_index;
    booking.passenger = draw_passenger();
    booking.day = departure.day - days(std::min(random_.between(1, 110), random_.between(1, 110)));
    booking.minute = random_.between(6 * 60, 23 * 60 + 59);
    const int dice = random_.between(1, 100);
    booking.class_code = dice <= 14 ? "F" : dice <= 74 ? "S" : "K";
    const int vehicle = random_.between(1, 100);
    const bool cars = vessels()[static_cast<std::size_t>(departure.vessel - 1)].cars > 0;
    if (cars && vehicle <= 42)
      booking.vehicle_code = vehicle <= 29 ? "CAR" : vehicle <= 33 ? "MOT" : vehicle <= 37 ? "VAN" : "BIC";
    const int status = random_.between(1, 100);
    booking.status_code = !departure.delay || status <= 8 ? "X" : status <= 12 ? "N" : "C";
    booking.price_cents = draw_price(line, booking, is_summer(departure.day));
    return booking;
  }

  int draw_price(const Line& line, const Booking& booking, bool summer) {
    const int of_class = booking.class_code == "F" ? 210 : booking.class_code == "S" ? 100 : 62;
    int cents = line.fare_cents * of_class / 100 * random_.between(820, 1240) / 1000;
    if (booking.vehicle_code == "CAR") cents += line.fare_cents * 120 / 100;
    if (booking.vehicle_code == "VAN") cents += line.fare_cents * 190 / 100;
    if (booking.vehicle_code == "MOT") cents += line.fare_cents * 55 / 100;
    if (booking.vehicle_code == "BIC") cents += 600;
    return summer ? cents * 125 / 100 : cents;
  }

  /// A few regulars sail every other week; the others less the higher their number, and the last hundred never.
  int draw_passenger() {
    if (random_.chance(30)) return static_cast<int>(random_.weighted(regulars)) + 1;
    const int last = static_cast<int>(passengers_) - 100;
    return std::min(random_.between(1, last), random_.between(1, last));
  }

  void write_crew_assignments() {
    static constexpr std::array<std::string_view, 5> duties{"BRG", "BRG", "ENG", "DCK", "HTL"};
    static constexpr std::array share{1000, 90, 360, 120, 110};  ///< of a thousand departures, by rank
    Insert insert(database_, "crew_assignments", 4);
    for (std::size_t i = 0; i < departures_.size(); ++i) {
      const Departure& departure = departures_[i];
      if (!departure.delay) continue;
      const int minutes = routes_[static_cast<std::size_t>(departure.route)].duration_minutes + *departure.delay;
      for (std::size_t rank = 0; rank < crew_.size(); ++rank) {
        if (!random_.chance(share[rank])) continue;
        const auto crew = draw_crew(rank, departure);
        if (!crew) continue;
        insert(static_cast<int>(i) + 1, *crew, duties[rank], std::min(minutes / 60 + 1, 12 * (minutes / 1440 + 1)));
      }
    }
  }

  /// Two people of each rank take turns on a vessel, week by week; one in eight is borrowed. Nobody sails before being
  /// hired, and the last two of each rank never do.
  std::optional<int> draw_crew(std::size_t rank, const Departure& departure) {
    const auto pool = std::span<const CrewMember>(crew_[rank]).first(crew_[rank].size() - 2);
    const auto week = static_cast<std::size_t>((departure.day - first_day) / days(7));
    const std::size_t own = (static_cast<std::size_t>(departure.vessel) + week % 2 * 13) % pool.size();
    const CrewMember& member = random_.chance(875) ? pool[own] : random_.pick(pool);
    if (member.hired <= departure.day) return member.id;
    return std::nullopt;
  }

  void write_maintenance() {
    static constexpr std::array<std::string_view, 4> works{"INS", "REP", "ENG", "DRY"};
    static constexpr std::array chances{45, 35, 14, 6};
    static constexpr std::array base_costs{9'000, 24'000, 180'000, 820'000};
    static constexpr std::array longest_days{2, 6, 16, 32};
    struct Work {
      int vessel, port;
      std::size_t kind;
      sys_days start, end;
      int cost_cents;
    };
    std::vector<Work> all;
    for (std::size_t v = 0; v < vessels().size(); ++v) {
      const int count = random_.between(7, 17);
      for (int i = 0; i < count; ++i) {
        Work work{};
        work.vessel = static_cast<int>(v) + 1;
        work.port = random_.chance(600) ? id_of(ports(), vessels()[v].home_port)
                                        : random_.between(1, static_cast<int>(ports().size()));
        work.kind = random_.weighted(chances);
        work.start = first_day + days(random_.between(0, static_cast<int>((last_day - first_day).count())));
        work.end = work.start + days(random_.between(longest_days[work.kind] / 2, longest_days[work.kind]));
        work.cost_cents = base_costs[work.kind] * random_.between(60, 170) + random_.between(0, 9'999);
        all.push_back(work);
      }
    }
    std::ranges::stable_sort(all, {}, &Work::start);
    Insert insert(database_, "maintenance", 7);
    int id = 0;
    for (const Work& work : all) {
      std::optional<std::string> finished;
      if (work.end <= last_day) finished = format(work.end);
      insert(++id, work.vessel, work.port, works[work.kind], format(work.start), finished, work.cost_cents / 100.0);
    }
  }

  void write_reviews() {
    Insert insert(database_, "reviews", 5);
    int id = 0;
    for (std::size_t i = 0; i < bookings_.size(); ++i) {
      const auto [departure_index, sailed] = bookings_[i];
      const Departure& departure = departures_[static_cast<std::size_t>(departure_index)];
      if (!sailed || !departure.delay || !random_.chance(*departure.delay >= 60 ? 420 : 190)) continue;
      const sys_days day = departure.day + days(random_.between(1, 21));
      if (day > last_day) continue;
      const int mood = random_.between(1, 100) - std::min(*departure.delay, 90);
      const int rating = mood > 55 ? 5 : mood > 22 ? 4 : mood > 4 ? 3 : mood > -25 ? 2 : 1;
      std::optional<std::string_view> comment;
      if (random_.chance(700)) comment = random_.pick(rating >= 4 ? praise() : complaints());
      insert(++id, static_cast<int>(i) + 1, rating, comment, format(day));
    }
  }

  struct CrewMember {
    int id;
    sys_days hired;
  };
  struct SoldBooking {
    int departure;
    bool sailed;
  };
  static constexpr std::array regulars{16, 13, 11, 9, 8, 6, 5, 4, 3, 2};  ///< weights of passengers 1, 2, …

  Database& database_;
  Random random_;
  sys_days storm_until_{};
  std::vector<Route> routes_;
  std::vector<Departure> departures_;
  std::size_t passengers_ = 0;
  std::set<std::string> emails_;
  std::array<std::vector<CrewMember>, 5> crew_;
  std::vector<SoldBooking> bookings_;
};

}  // namespace

void generate(Database& database, std::uint64_t seed) {
  database.run("PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; BEGIN");
  database.run(("PRAGMA application_id=" + std::to_string(application_id)).c_str());
  database.run(tables);
  Generator(database, seed).run();
  database.run("COMMIT");
}

}  // namespace sample
