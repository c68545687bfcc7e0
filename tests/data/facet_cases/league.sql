-- A football league: two keys to the same table, self joins, home and away.

CREATE TABLE stadiums (
  stadium_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  city VARCHAR(40) NOT NULL,
  seats INTEGER NOT NULL
);

CREATE TABLE teams (
  team_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  founded INTEGER,
  region VARCHAR(10) NOT NULL,
  stadium_id INTEGER,
  FOREIGN KEY (stadium_id) REFERENCES stadiums (stadium_id)
);

CREATE TABLE players (
  player_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  team_id INTEGER,
  position VARCHAR(12) NOT NULL,
  born INTEGER,
  wage INTEGER,
  FOREIGN KEY (team_id) REFERENCES teams (team_id)
);

CREATE TABLE referees (
  referee_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  licence VARCHAR(10) NOT NULL
);

CREATE TABLE matches (
  match_id INTEGER PRIMARY KEY,
  home_team_id INTEGER NOT NULL,
  away_team_id INTEGER NOT NULL,
  referee_id INTEGER,
  played_on DATE NOT NULL,
  home_goals INTEGER,
  away_goals INTEGER,
  spectators INTEGER,
  FOREIGN KEY (home_team_id) REFERENCES teams (team_id),
  FOREIGN KEY (away_team_id) REFERENCES teams (team_id),
  FOREIGN KEY (referee_id) REFERENCES referees (referee_id)
);

CREATE TABLE goals (
  goal_id INTEGER PRIMARY KEY,
  match_id INTEGER NOT NULL,
  player_id INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  penalty INTEGER NOT NULL,
  FOREIGN KEY (match_id) REFERENCES matches (match_id),
  FOREIGN KEY (player_id) REFERENCES players (player_id)
);

INSERT INTO stadiums VALUES
  (1, 'Elm Ground', 'Gent', 21000), (2, 'River Oval', 'Brugge', 9000), (3, 'North Stand Park', 'Luik', 15000),
  (4, 'Old Wharf', 'Gent', 4000);

INSERT INTO teams VALUES
  (1, 'Gent Rovers', 1901, 'east', 1), (2, 'Brugge Athletic', 1895, 'west', 2), (3, 'Luik United', 1934, 'south', 3),
  (4, 'Wharf Wanderers', 1988, 'east', 4), (5, 'Namen Stars', 1967, 'south', NULL),
  (6, 'Ieper Lions', NULL, 'west', 2);

INSERT INTO players VALUES
  (1, 'Ruben Aerts', 1, 'defender', 1988, 45), (2, 'Senne Bos', 1, 'keeper', 1999, NULL),
  (3, 'Tijl Claes', 1, 'striker', NULL, 60), (4, 'Umberto Dini', 1, 'striker', 1988, 30),
  (5, 'Vic Engel', 2, 'striker', 1992, 45), (6, 'Wout Faes', 2, 'keeper', 2003, 30),
  (7, 'Xander Gorle', 2, 'keeper', NULL, 30), (8, 'Yannick Hox', 3, 'striker', 1995, 30),
  (9, 'Zeno Immel', 3, 'striker', 1992, NULL), (10, 'Arne Joos', 3, 'keeper', 1992, 60),
  (11, 'Bas Kint', 3, 'striker', 1992, 30), (12, 'Cas Leys', 4, 'keeper', 1988, 30),
  (13, 'Daan Maes', 4, 'striker', 1992, NULL), (14, 'Elio Nijs', 4, 'striker', 1995, 30),
  (15, 'Faro Oost', 5, 'striker', 2003, 80), (16, 'Gust Peet', 5, 'striker', 1992, 80),
  (17, 'Hein Quix', 6, 'striker', 1999, 30), (18, 'Imre Raes', 6, 'keeper', 1995, 45),
  (19, 'Jef Smets', NULL, 'striker', 1992, 30), (20, 'Kobe Thys', NULL, 'keeper', 1995, 30);

INSERT INTO referees VALUES
  (1, 'Dirk Vos', 'A'), (2, 'Els Mol', 'A'), (3, 'Fons Wit', 'B');

INSERT INTO matches VALUES
  (1, 1, 2, 3, '2024-02-08', 2, 0, 4000), (2, 1, 3, NULL, '2024-03-15', 3, 1, 800),
  (3, 1, 4, 2, '2024-04-22', 1, 1, 2500), (4, 1, 5, NULL, '2024-05-02', 1, 0, 2500),
  (5, 1, 6, 2, '2024-01-09', 3, 0, 800), (6, 2, 1, 2, '2024-02-16', 0, 3, 2500),
  (7, 2, 3, 2, '2024-03-23', 0, 2, NULL), (8, 2, 4, 2, '2024-04-03', 1, 1, 4000),
  (9, 2, 5, 1, '2024-05-10', 1, 0, 9000), (10, 2, 6, 1, '2024-01-17', 2, 0, 800),
  (11, 3, 1, 1, '2024-02-24', 4, 1, 2500), (12, 3, 2, 3, '2024-03-04', 1, 2, 2500),
  (13, 3, 4, 2, '2024-04-11', 0, 2, 9000), (14, 3, 5, 2, '2024-05-18', 4, 1, 800),
  (15, 3, 6, 2, '2024-01-25', 0, 0, 2500), (16, 4, 1, 3, '2024-02-05', 2, 1, 1500),
  (17, 4, 2, 2, '2024-03-12', 1, 3, 4000), (18, 4, 3, 1, '2024-04-19', 1, 3, 2500),
  (19, 4, 5, 2, '2024-05-26', 0, 0, 9000), (20, 4, 6, 1, '2024-01-06', 3, 3, 2500),
  (21, 5, 1, 2, '2024-02-13', 0, 3, 800), (22, 5, 2, 3, '2024-03-20', 2, 2, 2500),
  (23, 5, 3, 1, '2024-04-27', 0, 3, 4000), (24, 5, 4, 2, '2024-05-07', 4, 1, 2500),
  (25, 5, 6, NULL, '2024-01-14', 1, 0, 800), (26, 6, 1, NULL, '2024-02-21', 0, 1, 2500),
  (27, 6, 2, 1, '2024-03-01', 0, 3, 4000), (28, 6, 3, 1, '2024-04-08', 3, 1, 800),
  (29, 6, 4, NULL, '2024-05-29', NULL, NULL, NULL), (30, 6, 5, NULL, '2024-05-30', NULL, NULL, NULL);

INSERT INTO goals VALUES
  (1, 1, 2, 56, 0), (2, 1, 1, 54, 0), (3, 2, 4, 80, 0), (4, 2, 4, 63, 0), (5, 2, 3, 62, 0), (6, 2, 11, 52, 0),
  (7, 3, 1, 49, 0), (8, 3, 14, 23, 0), (9, 4, 4, 44, 1), (10, 5, 4, 35, 0), (11, 5, 3, 9, 0), (12, 5, 3, 89, 0),
  (13, 6, 1, 40, 0), (14, 6, 3, 63, 0), (15, 6, 3, 44, 0), (16, 7, 8, 61, 0), (17, 7, 10, 42, 0), (18, 8, 6, 37, 0),
  (19, 8, 14, 87, 0), (20, 9, 6, 36, 0), (21, 10, 7, 53, 0), (22, 10, 5, 89, 0), (23, 11, 10, 43, 0),
  (24, 11, 9, 26, 0), (25, 11, 11, 37, 0), (26, 11, 11, 22, 0), (27, 11, 4, 39, 0), (28, 12, 10, 4, 1),
  (29, 12, 7, 57, 0), (30, 12, 5, 29, 0), (31, 13, 12, 81, 0), (32, 13, 13, 29, 1), (33, 14, 9, 15, 0),
  (34, 14, 9, 62, 1), (35, 14, 8, 54, 0), (36, 14, 11, 85, 0), (37, 14, 15, 31, 0), (38, 16, 13, 1, 0),
  (39, 16, 13, 53, 0), (40, 16, 3, 5, 0), (41, 17, 13, 13, 0), (42, 17, 7, 44, 0), (43, 17, 6, 46, 0),
  (44, 17, 6, 53, 0), (45, 18, 14, 69, 0), (46, 18, 9, 21, 0), (47, 18, 11, 26, 0), (48, 18, 8, 45, 0),
  (49, 20, 14, 1, 0), (50, 20, 13, 73, 0), (51, 20, 14, 19, 0), (52, 20, 18, 55, 0), (53, 20, 17, 64, 0),
  (54, 20, 18, 50, 0), (55, 21, 2, 77, 0), (56, 21, 3, 64, 0), (57, 21, 1, 41, 0), (58, 22, 16, 63, 0),
  (59, 22, 15, 62, 1), (60, 22, 7, 80, 0), (61, 22, 5, 38, 1), (62, 23, 9, 51, 1), (63, 23, 10, 32, 0),
  (64, 23, 8, 32, 0), (65, 24, 15, 37, 0), (66, 24, 16, 67, 0), (67, 24, 15, 3, 0), (68, 24, 16, 37, 0),
  (69, 24, 13, 79, 0), (70, 25, 15, 60, 0), (71, 26, 2, 5, 1), (72, 27, 7, 59, 0), (73, 27, 5, 88, 0),
  (74, 27, 5, 55, 0), (75, 28, 18, 77, 0), (76, 28, 18, 50, 0), (77, 28, 17, 38, 0), (78, 28, 8, 39, 0);
