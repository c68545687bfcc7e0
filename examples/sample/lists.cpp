#include "lists.hpp"

namespace sample {
namespace {

constexpr std::array country_list{
    Country{"SE", "Sweden", "Scandinavia", "SEK"},           Country{"FI", "Finland", "Nordic East", "EUR"},
    Country{"NO", "Norway", "Scandinavia", "NOK"},           Country{"DK", "Denmark", "Scandinavia", "DKK"},
    Country{"EE", "Estonia", "Baltic States", "EUR"},        Country{"LV", "Latvia", "Baltic States", "EUR"},
    Country{"LT", "Lithuania", "Baltic States", "EUR"},      Country{"PL", "Poland", "Central Europe", "PLN"},
    Country{"DE", "Germany", "Central Europe", "EUR"},       Country{"IS", "Iceland", "North Atlantic", "ISK"},
    Country{"FO", "Faroe Islands", "North Atlantic", "DKK"}, Country{"GB", "United Kingdom", "Western Europe", "GBP"},
    Country{"NL", "Netherlands", "Western Europe", "EUR"},   Country{"FR", "France", "Western Europe", "EUR"},
};

constexpr std::array port_list{
    Port{"Stockholm", "SE", 59.33, 18.10, 14, 1938},    Port{"Göteborg", "SE", 57.70, 11.94, 11, 1912},
    Port{"Malmö", "SE", 55.62, 13.00, 6, 1926},         Port{"Trelleborg", "SE", 55.37, 13.15, 9, 1909},
    Port{"Ystad", "SE", 55.42, 13.83, 5, 1948},         Port{"Umeå", "SE", 63.69, 20.35, 3, 1972},
    Port{"Luleå", "SE", 65.58, 22.17, 2, 1964},         Port{"Turku", "FI", 60.43, 22.22, 8, 1933},
    Port{"Helsinki", "FI", 60.16, 24.96, 13, 1918},     Port{"Mariehamn", "FI", 60.09, 19.93, 4, 1955},
    Port{"Vaasa", "FI", 63.09, 21.56, 3, 1973},         Port{"Kemi", "FI", 65.67, 24.52, 2, 1959},
    Port{"Tallinn", "EE", 59.44, 24.77, 10, 1947},      Port{"Pärnu", "EE", 58.38, 24.49, 1, 1995},
    Port{"Rīga", "LV", 56.96, 24.10, 7, 1951},          Port{"Liepāja", "LV", 56.52, 21.00, 3, 1994},
    Port{"Klaipėda", "LT", 55.70, 21.13, 6, 1962},      Port{"Gdańsk", "PL", 54.40, 18.66, 9, 1953},
    Port{"Świnoujście", "PL", 53.91, 14.26, 5, 1966},   Port{"Kiel", "DE", 54.32, 10.14, 12, 1961},
    Port{"Rostock", "DE", 54.15, 12.10, 8, 1960},       Port{"Lübeck", "DE", 53.94, 10.87, 7, 1957},
    Port{"København", "DK", 55.70, 12.59, 10, 1923},    Port{"Århus", "DK", 56.15, 10.23, 6, 1941},
    Port{"Rønne", "DK", 55.10, 14.69, 3, 1936},         Port{"Hirtshals", "DK", 57.59, 9.96, 4, 1967},
    Port{"Frederikshavn", "DK", 57.44, 10.54, 5, 1937}, Port{"Oslo", "NO", 59.90, 10.74, 8, 1929},
    Port{"Bergen", "NO", 60.40, 5.31, 7, 1921},         Port{"Kristiansand", "NO", 58.14, 7.99, 4, 1934},
    Port{"Bodø", "NO", 67.29, 14.38, 3, 1969},          Port{"Tromsø", "NO", 69.65, 18.96, 4, 1958},
    Port{"Ísafjörður", "IS", 66.07, -23.13, 1, 1981},   Port{"Seyðisfjörður", "IS", 65.26, -14.01, 2, 1975},
    Port{"Tórshavn", "FO", 62.01, -6.77, 3, 1949},
};

constexpr std::array vessel_list{
    Vessel{"Havsfrun", "RPX", "SE", "Stockholm", 2009, 36400, 1420, 430, 203.4, 22.5},
    Vessel{"Merituuli", "RPX", "FI", "Turku", 2013, 39150, 1560, 465, 211.2, 23.1},
    Vessel{"Östra Skär", "RPX", "SE", "Ystad", 2003, 28900, 910, 350, 178.9, 20.4},
    Vessel{"Bałtycka Fala", "RPX", "PL", "Gdańsk", 1999, 26100, 870, 320, 169.5, 19.8},
    Vessel{"Kopų Vėjas", "RPX", "LT", "Klaipėda", 2011, 25300, 640, 295, 186.0, 21.7},
    Vessel{"Jūras Zvaigzne", "RPX", "LV", "Rīga", 2006, 27450, 780, 310, 174.3, 20.9},
    Vessel{"Sankt Annæ", "RPX", "DK", "Rønne", 2018, 18200, 720, 270, 158.1, 18.6},
    Vessel{"Nordkyn", "RPX", "NO", "Tromsø", 2002, 15800, 590, 160, 133.7, 17.9},
    Vessel{"Vestfjord Dronning", "RPX", "NO", "Bergen", 2021, 31700, 1180, 380, 190.6, 22.0},
    Vessel{"Hafgola", "RPX", "IS", "Seyðisfjörður", 2004, 34600, 1250, 400, 164.8, 21.2},
    Vessel{"Skagerrak Bølge", "RPX", "DK", "Hirtshals", 2012, 29700, 1340, 415, 187.3, 24.3},
    Vessel{"Ålandsvind", "RPX", "FI", "Mariehamn", 2015, 22800, 1090, 240, 151.9, 19.1},
    Vessel{"Kvarken Express", "RPX", "FI", "Vaasa", 2020, 24050, 800, 260, 150.2, 20.1},
    Vessel{"Northern Lantern", "CRU", "SE", "Stockholm", 2016, 57600, 2800, 480, 218.6, 22.8},
    Vessel{"Kuninkaantie", "CRU", "FI", "Helsinki", 2008, 59900, 2960, 395, 212.8, 21.9},
    Vessel{"Silverdrott", "CRU", "NO", "Oslo", 2019, 75100, 2640, 550, 224.1, 21.5},
    Vessel{"Lindenhof", "CRU", "DE", "Kiel", 2001, 52300, 2380, 510, 221.7, 22.2},
    Vessel{"Tuulispää", "HSC", "FI", "Helsinki", 2017, 6900, 850, 175, 96.4, 38.5},
    Vessel{"Merikotkas", "HSC", "EE", "Tallinn", 2022, 7250, 930, 190, 101.3, 40.2},
    Vessel{"Vågskvätt", "HSC", "DK", "Århus", 2014, 8100, 1010, 225, 109.0, 41.6},
    Vessel{"Rask", "HSC", "NO", "Kristiansand", 2010, 5600, 675, 140, 91.8, 36.7},
    Vessel{"Tungvind", "CGO", "SE", "Göteborg", 2000, 23300, 12, 0, 193.1, 18.2},
    Vessel{"Kaptein Bjelke", "CGO", "NO", "Bodø", 1996, 11900, 8, 0, 138.4, 16.3},
    Vessel{"Wiślana", "CGO", "PL", "Świnoujście", 2005, 19600, 11, 0, 172.6, 17.4},
    Vessel{"Stålvik", "CGO", "SE", "Luleå", 2007, 20900, 10, 0, 180.7, 17.0},
    Vessel{"Gamla Fyrskeppet", "RPX", "SE", "Umeå", 1974, 9800, 430, 95, 118.5, 15.5},
};

// The way there and the way back differ: traffic lanes and currents.
constexpr std::array line_list{
    Line{"Stockholm", "Turku", 158, 160, 630, 645, "M-W-F--", "-T-T-S-", 'Y', "Havsfrun", "Merituuli", 3900, 16},
    Line{"Stockholm", "Helsinki", 243, 246, 1000, 1010, "M--T---", "-T--F--", 'Y', "Kuninkaantie", "Northern Lantern",
         5600, 18},
    Line{"Stockholm", "Mariehamn", 78, 79, 325, 330, "--W---S", "--W---S", 'Y', "Ålandsvind", "Havsfrun", 1900, 9},
    Line{"Stockholm", "Tallinn", 219, 222, 960, 975, "-T---S-", "--W---S", 'Y', "Northern Lantern", "Kuninkaantie",
         4800, 11},
    Line{"Stockholm", "Rīga", 266, 268, 1020, 1035, "---T---", "----F--", 'Y', "Jūras Zvaigzne", "Northern Lantern",
         5200, 6},
    Line{"Helsinki", "Tallinn", 44, 45, 122, 125, "M-W-F--", "M-W-F--", 'Y', "Tuulispää", "Merikotkas", 2400, 20},
    Line{"Turku", "Mariehamn", 89, 91, 310, 315, "M------", "M------", 'Y', "Merituuli", "Ålandsvind", 1700, 5},
    Line{"Umeå", "Vaasa", 52, 53, 225, 230, "-T---S-", "-T---S-", 'Y', "Kvarken Express", "Merituuli", 2100, 5},
    Line{"Luleå", "Kemi", 63, 65, 290, 300, "--W----", "---T---", 'Y', "Stålvik", "Tungvind", 2600, 1},
    Line{"Göteborg", "Kiel", 233, 235, 870, 885, "M--T---", "-T--F--", 'Y', "Lindenhof", "Silverdrott", 6100, 10},
    Line{"Göteborg", "Frederikshavn", 50, 51, 205, 210, "----F--", "------S", 'Y', "Vågskvätt", "Skagerrak Bølge", 2200,
         8},
    Line{"Oslo", "Kiel", 385, 388, 1200, 1215, "-T-----", "--W----", 'Y', "Silverdrott", "Lindenhof", 9400, 9},
    Line{"Oslo", "København", 272, 275, 1025, 1040, "---T---", "----F--", 'Y', "Lindenhof", "Silverdrott", 7200, 8},
    Line{"Kristiansand", "Hirtshals", 72, 73, 135, 140, "----F-S", "----F-S", 'Y', "Rask", "Skagerrak Bølge", 3100, 9},
    Line{"Bergen", "Hirtshals", 297, 301, 990, 1005, "-T-----", "--W----", 'Y', "Vestfjord Dronning", "Skagerrak Bølge",
         6700, 5},
    Line{"Bodø", "Tromsø", 181, 184, 760, 770, "--W----", "---T---", 'Y', "Nordkyn", "Kaptein Bjelke", 4300, 4},
    Line{"Ystad", "Rønne", 38, 39, 80, 85, "-----S-", "-----S-", 'Y', "Sankt Annæ", "Östra Skär", 1800, 7},
    Line{"Ystad", "Świnoujście", 93, 95, 410, 420, "M------", "-T-----", 'Y', "Östra Skär", "Wiślana", 2900, 4},
    Line{"Trelleborg", "Rostock", 83, 84, 355, 360, "--W----", "--W----", 'Y', "Bałtycka Fala", "Wiślana", 2700, 5},
    Line{"Malmö", "Lübeck", 128, 131, 545, 555, "----F--", "------S", 'Y', "Wiślana", "Tungvind", 3300, 2},
    Line{"Gdańsk", "Klaipėda", 121, 123, 600, 610, "---T---", "----F--", 'Y', "Kopų Vėjas", "Bałtycka Fala", 3500, 3},
    Line{"Århus", "Rønne", 176, 179, 410, 415, "-----S-", "------S", 'S', "Vågskvätt", "Sankt Annæ", 3600, 6},
    Line{"Liepāja", "Rostock", 312, 316, 1290, 1310, "M------", "--W----", 'Y', "Kopų Vėjas", "Jūras Zvaigzne", 5900,
         3},
    Line{"Tallinn", "Pärnu", 148, 150, 430, 440, "-----S-", "------S", 'S', "Merikotkas", "Tuulispää", 2300, 3},
    Line{"Hirtshals", "Tórshavn", 606, 612, 2180, 2210, "-----S-", "M------", 'Y', "Hafgola", "Vestfjord Dronning",
         14500, 5},
    Line{"Tórshavn", "Seyðisfjörður", 258, 261, 1110, 1125, "M------", "--W----", 'S', "Hafgola", "Vestfjord Dronning",
         8800, 5},
    Line{"Seyðisfjörður", "Ísafjörður", 292, 298, 1330, 1350, "-T-----", "---T---", 'S', "Hafgola", "Nordkyn", 7600, 2},
    Line{"Tromsø", "Ísafjörður", 994, 1003, 3720, 3790, "----F--", "M------", 'S', "Nordkyn", "Hafgola", 23900, 2},
};

constexpr std::array name_list{
    Names{"SE",
          500,
          34,
          {"Astrid", "Björn", "Ebba", "Göran", "Åsa",    "Nils",  "Maja",    "Örjan",  "Linnéa", "Sixten",
           "Ingrid", "Håkan", "Tove", "Alva",  "Gustav", "Märta", "Stellan", "Viveka", "Jonas",  "Birgitta"},
          {"Lindqvist", "Åkesson",  "Björklund", "Söderström", "Hägglund", "Nyberg",    "Öhman",    "Sjögren",
           "Ekdahl",    "Malmgren", "Kvist",     "Backlund",   "Fälth",    "Rönnqvist", "Granlund", "Hedström",
           "Lövgren",   "Stenmark", "Ångström",  "Wallén",     "Norrby",   "Tjäder",    "Dahlberg", "Engström",
           "Fröberg",   "Holmgren", "Isaksson",  "Karlberg",   "Löfstedt", "Mörk"}},
    Names{"FI",
          460,
          30,
          {"Aino",  "Väinö",  "Päivi",  "Jukka", "Helmi", "Yrjö",  "Kaisa",  "Mäkke", "Sanni", "Olavi",
           "Tuuli", "Antero", "Hilkka", "Eero",  "Saimi", "Rauha", "Ilmari", "Jyrki", "Venla", "Sirkka"},
          {"Mäkelä",   "Korhola", "Hämäläinen", "Niskanen",   "Väisänen", "Lehtola",    "Pöyry",    "Räsänen",
           "Kettunen", "Ylönen",  "Saarela",    "Tähkäpää",   "Virtala",  "Kärkkäinen", "Ojala",    "Heikkinen",
           "Jääskö",   "Salonen", "Tuominen",   "Ahonen",     "Peltola",  "Kuusela",    "Rantanen", "Säynäjä",
           "Laakso",   "Hietala", "Nyyssönen",  "Parviainen", "Turunen",  "Uusitalo"}},
    Names{"DE",
          370,
          12,
          {"Jürgen", "Käthe", "Anneliese", "Lukas", "Mareike", "Sönke",   "Heike", "Björn",   "Ute",  "Matthias",
           "Frauke", "Jörg",  "Silke",     "Tjark", "Wiebke",  "Günther", "Antje", "Florian", "Gesa", "Rüdiger"},
          {"Müllers", "Schröder", "Petersen", "Jäger",   "Köhler",  "Hansen",    "Vogt",     "Böttcher",
           "Lüders",  "Krüger",   "Weißmann", "Thießen", "Groß",    "Feddersen", "Behrens",  "Schäfer",
           "Ahlers",  "Claußen",  "Dörfler",  "Engelke", "Fuchs",   "Gödecke",   "Hölscher", "Jansen",
           "Königs",  "Lorenz",   "Möhring",  "Nolte",   "Paulsen", "Rößler"}},
    Names{"PL",
          290,
          14,
          {"Agnieszka", "Łukasz",   "Małgorzata", "Paweł",   "Zofia",    "Stanisław", "Bożena",
           "Michał",    "Jadwiga",  "Tomasz",     "Grażyna", "Wojciech", "Danuta",    "Błażej",
           "Hanna",     "Sławomir", "Elżbieta",   "Rafał",   "Oliwia",   "Zbigniew"},
          {"Wójcik", "Kowalczyk",  "Dąbrowska", "Szymański", "Zieliński", "Woźniak",  "Kozłowska", "Jankowski",
           "Łuczak", "Piątek",     "Grabowska", "Pawłowski", "Michalska", "Żurawska", "Nowicki",   "Adamczyk",
           "Dudek",  "Zając",      "Wieczorek", "Jabłońska", "Król",      "Majewska", "Olszewski", "Jaworska",
           "Wróbel", "Malinowska", "Stępień",   "Górska",    "Rutkowski", "Sikora"}},
    Names{"DK",
          240,
          20,
          {"Søren", "Freja", "Jørgen", "Mette",  "Kjeld",  "Sidsel", "Bjørn",    "Karoline", "Rasmus", "Signe",
           "Aksel", "Inge",  "Lærke",  "Torben", "Dorthe", "Ejnar",  "Pernille", "Asger",    "Trine",  "Viggo"},
          {"Østergaard", "Sørensen", "Kjær",        "Mølgaard",   "Nørgaard",    "Bæk",    "Thygesen", "Lauridsen",
           "Højgaard",   "Skov",     "Bruun",       "Krogh",      "Dalsgaard",   "Ærø",    "Friis",    "Gammelgaard",
           "Hvid",       "Iversen",  "Juhl",        "Kirkegaard", "Lassen",      "Munk",   "Nygaard",  "Overgaard",
           "Præst",      "Riis",     "Søndergaard", "Toft",       "Vestergaard", "Winther"}},
    Names{
        "NO",
        240,
        24,
        {"Øystein", "Ragnhild", "Kåre",   "Sigrid",  "Pål",    "Marit",   "Ståle", "Ingebjørg", "Tor",    "Åshild",
         "Håvard",  "Solveig",  "Bjarne", "Kjersti", "Trygve", "Synnøve", "Eirik", "Gro",       "Magnus", "Turid"},
        {"Haugland", "Bjørnstad", "Sæther", "Ødegård", "Lunde",   "Hovland", "Brekke", "Solheim", "Fjeld",  "Nygård",
         "Strand",   "Tveit",     "Moen",   "Årseth",  "Rødland", "Vik",     "Aasen",  "Bakken",  "Dale",   "Eikeland",
         "Foss",     "Gjerde",    "Helle",  "Kvamme",  "Løken",   "Myhre",   "Nesse",  "Opdal",   "Skogen", "Tangen"}},
    Names{"EE",
          160,
          14,
          {"Kristjan", "Õie",   "Liina", "Märt", "Triin", "Jüri",    "Kadri", "Ülle",  "Rasmus", "Piret",
           "Andrus",   "Külli", "Tõnu",  "Heli", "Priit", "Maarika", "Ants",  "Leelo", "Siim",   "Virve"},
          {"Tamm", "Mägi",     "Kõiv",     "Pärn", "Sepp",     "Käär",  "Rebane", "Õunapuu", "Kuusk", "Põder",
           "Jõgi", "Lepik",    "Raudsepp", "Saar", "Tõnisson", "Ilves", "Kask",   "Luik",    "Mänd",  "Nõmm",
           "Oja",  "Pajusaar", "Randmaa",  "Sild", "Toome",    "Uibo",  "Vaher",  "Võsu",    "Jänes", "Hallik"}},
    Names{"GB",
          110,
          4,
          {"Alistair", "Beatrice", "Callum", "Daphne", "Edmund", "Fiona", "Gareth",   "Harriet", "Imogen", "Jasper",
           "Keira",    "Lachlan",  "Muriel", "Nigel",  "Olive",  "Percy", "Rhiannon", "Siân",    "Tobias", "Winifred"},
          {"Ashworth",  "Blackwood",  "Cartwright", "Drummond",  "Ellery",    "Farnsworth", "Galbraith", "Hawthorne",
           "Inglis",    "Jardine",    "Kirkbride",  "Lockhart",  "MacInnes",  "Nettleton",  "O'Hara",    "Pemberton",
           "Quayle",    "Ramsbottom", "Sinclair",   "Thornbury", "Underhill", "Vane",       "Wetherby",  "Yardley",
           "Abernathy", "Bramwell",   "Colquhoun",  "Dalrymple", "Everard",   "Fitzroy"}},
    Names{"LV",
          90,
          6,
          {"Jānis", "Līga", "Andris", "Ieva",   "Mārtiņš", "Baiba", "Kārlis", "Zane", "Raimonds", "Dzintra",
           "Ģirts", "Aija", "Ēriks",  "Sanita", "Uldis",   "Inese", "Toms",   "Vija", "Ņina",     "Gunārs"},
          {"Bērziņš",   "Kalniņa", "Ozoliņš", "Liepiņa", "Krūmiņš", "Zariņa",    "Balodis", "Eglīte",
           "Pētersons", "Āboliņa", "Vītols",  "Kļaviņa", "Straume", "Šmite",     "Rozītis", "Grīnberga",
           "Skuja",     "Vanags",  "Ķirsis",  "Lācis",   "Dūmiņš",  "Freimanis", "Jansone", "Kaņepe",
           "Mežs",      "Priede",  "Siliņš",  "Tīrums",  "Upītis",  "Zvirbulis"}},
    Names{"LT",
          80,
          6,
          {"Jonas",    "Rūta",   "Mindaugas", "Živilė", "Šarūnas", "Eglė",  "Vytautas", "Daiva",  "Žygimantas", "Ieva",
           "Algirdas", "Jūratė", "Kęstutis",  "Asta",   "Tadas",   "Laima", "Gintaras", "Nijolė", "Paulius",    "Ugnė"},
          {"Kazlauskas",   "Petrauskienė", "Jankūnas",     "Stankevičius", "Žukauskas", "Butkutė",
           "Paulauskas",   "Urbonas",      "Kavaliauskas", "Rimkutė",      "Šimkus",    "Vaitkutė",
           "Gudaitis",     "Jokūbaitis",   "Mickūnas",     "Navickas",     "Poška",     "Ramanauskas",
           "Sabaliauskas", "Tamošiūnas",   "Čepas",        "Vilkas",       "Žilinskas", "Adomaitis",
           "Balčiūnas",    "Dapkus",       "Grigas",       "Lukošius",     "Norkus",    "Remeika"}},
    Names{"IS",
          60,
          6,
          {"Þórdís", "Björk",    "Guðmundur", "Sigríður",  "Ólafur", "Hrafnhildur", "Jökull",
           "Ásta",   "Steinunn", "Kári",      "Vigdís",    "Snorri", "Álfrún",      "Hallgrímur",
           "Eydís",  "Bragi",    "Sólveig",   "Þorsteinn", "Unnur",  "Davíð"},
          {"Jónsdóttir",   "Þórsson",     "Sigurðardóttir", "Ólafsson",     "Gunnarsdóttir", "Árnason",
           "Björnsdóttir", "Hallsson",    "Eiríksdóttir",   "Magnússon",    "Ragnarsdóttir", "Stefánsson",
           "Bjarnadóttir", "Helgason",    "Karlsdóttir",    "Pálsson",      "Snorradóttir",  "Tómasson",
           "Egilsdóttir",  "Friðriksson", "Grímsdóttir",    "Hafsteinsson", "Ívarsdóttir",   "Kjartansson",
           "Leifsdóttir",  "Oddsson",     "Rúnarsdóttir",   "Sveinsson",    "Valsdóttir",    "Örnólfsson"}},
};

constexpr std::array<std::string_view, 14> praise_list{
    "Calm crossing and a very friendly crew.",
    "The breakfast buffet alone is worth the trip.",
    "Boarding took five minutes, we left on the dot.",
    "Clean cabin, quiet night, lovely sunrise over the islands.",
    "Our dog was welcome everywhere on deck.",
    "Good coffee and a seat by the window.",
    "The crew helped with the wheelchair without being asked.",
    "Smooth even in the swell.",
    "Children loved the play room.",
    "Easy to find the car deck again.",
    "Great view from the upper lounge.",
    "Fair price for a whole family.",
    "The sauna on board is a treat.",
    "Would sail again tomorrow.",
};

constexpr std::array<std::string_view, 12> complaint_list{
    "We waited for hours on the quay and nobody told us why.",
    "The cabin was cold and the shower did not work.",
    "Far too crowded, no seat anywhere.",
    "The restaurant closed before we had boarded.",
    "Missed our train because of the delay.",
    "Noisy engine all night.",
    "The car deck smelled of fuel.",
    "Slow boarding, only one gate was open.",
    "The internet on board never worked.",
    "Rough sea and no one handed out blankets.",
    "The toilets were not clean.",
    "Expensive for what it is.",
};

}  // namespace

std::span<const Country> countries() {
  return country_list;
}
std::span<const Port> ports() {
  return port_list;
}
std::span<const Vessel> vessels() {
  return vessel_list;
}
std::span<const Line> lines() {
  return line_list;
}
std::span<const Names> names() {
  return name_list;
}
std::span<const std::string_view> praise() {
  return praise_list;
}
std::span<const std::string_view> complaints() {
  return complaint_list;
}

}  // namespace sample
