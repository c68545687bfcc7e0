#include "values/meanings.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>

namespace querydata::inline v0::values {
namespace {

using WordSet = std::vector<std::vector<std::string_view>>;

/// Meanings between semicolons, their words between commas.
constexpr std::string_view written_sets[] = {
    "female,females,woman,women,girl,girls,f;male,males,man,men,boy,boys,m",
    "single,unmarried,s;married,m;divorced,d;widowed,w",
    "yes,y,true,t;no,n,false,f",
    "north,n;east,e;south,s;west,w",
    "january,jan;february,feb;march,mar;april,apr;may;june,jun;july,jul;august,aug;september,sep,sept;october,oct;"
    "november,nov;december,dec",
    "monday,mon,mondays;tuesday,tue,tues,tuesdays;wednesday,wed,wednesdays;thursday,thu,thur,thurs,thursdays;"
    "friday,fri,fridays;saturday,sat,saturdays;sunday,sun,sundays",
    "alabama,al;alaska,ak;arizona,az;arkansas,ar;california,ca;colorado,co;connecticut,ct;delaware,de;florida,fl;"
    "georgia,ga;hawaii,hi;idaho,id;illinois,il;indiana,in;iowa,ia;kansas,ks;kentucky,ky;louisiana,la;maine,me;"
    "maryland,md;massachusetts,ma;michigan,mi;minnesota,mn;mississippi,ms;missouri,mo;montana,mt;nebraska,ne;nevada,nv;"
    "new hampshire,nh;new jersey,nj;new mexico,nm;new york,ny;north carolina,nc;north dakota,nd;ohio,oh;oklahoma,ok;"
    "oregon,or;pennsylvania,pa;rhode island,ri;south carolina,sc;south dakota,sd;tennessee,tn;texas,tx;utah,ut;"
    "vermont,vt;virginia,va;washington,wa;west virginia,wv;wisconsin,wi;wyoming,wy;district of columbia,dc",
};

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

struct Table {
  std::vector<WordSet> sets;
  std::multimap<std::string_view, std::pair<std::size_t, std::size_t>> places;  ///< set and meaning of a word

  Table() {
    for (const std::string_view written : written_sets) {
      WordSet& meanings = sets.emplace_back();
      for (const std::string_view words : split(written, ';')) {
        for (const std::string_view word : split(words, ','))
          places.emplace(word, std::pair(sets.size() - 1, meanings.size()));
        meanings.push_back(split(words, ','));
      }
    }
  }
};

}  // namespace

std::vector<Meaning> meanings_of(std::string_view key) {
  static const Table table;
  std::vector<Meaning> found;
  const auto [first, last] = table.places.equal_range(key);
  for (auto place = first; place != last; ++place) {
    const WordSet& meanings = table.sets[place->second.first];
    found.push_back({meanings[place->second.second], meanings});
  }
  return found;
}

}  // namespace querydata::inline v0::values
