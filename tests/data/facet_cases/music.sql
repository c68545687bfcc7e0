-- Artists, albums, tracks and playlists: set operations, conditions with OR, names that contain one another.

CREATE TABLE labels (
  label_id INTEGER PRIMARY KEY,
  label VARCHAR(30) NOT NULL,
  country VARCHAR(20)
);

CREATE TABLE artists (
  artist_id INTEGER PRIMARY KEY,
  artist VARCHAR(40) NOT NULL,
  formed INTEGER,
  active INTEGER NOT NULL
);

CREATE TABLE albums (
  album_id INTEGER PRIMARY KEY,
  title VARCHAR(40) NOT NULL,
  artist_id INTEGER NOT NULL,
  label_id INTEGER,
  released INTEGER,
  live INTEGER NOT NULL,
  FOREIGN KEY (artist_id) REFERENCES artists (artist_id),
  FOREIGN KEY (label_id) REFERENCES labels (label_id)
);

CREATE TABLE tracks (
  track_id INTEGER PRIMARY KEY,
  title VARCHAR(40) NOT NULL,
  album_id INTEGER NOT NULL,
  seconds INTEGER,
  mood VARCHAR(10),
  FOREIGN KEY (album_id) REFERENCES albums (album_id)
);

CREATE TABLE track (
  track_id INTEGER PRIMARY KEY,
  plays INTEGER NOT NULL,
  FOREIGN KEY (track_id) REFERENCES tracks (track_id)
);

CREATE TABLE playlists (
  playlist_id INTEGER PRIMARY KEY,
  owner VARCHAR(20) NOT NULL,
  public INTEGER NOT NULL
);

CREATE TABLE playlist_tracks (
  playlist_id INTEGER NOT NULL,
  track_id INTEGER NOT NULL,
  position_no INTEGER NOT NULL,
  PRIMARY KEY (playlist_id, position_no),
  FOREIGN KEY (playlist_id) REFERENCES playlists (playlist_id),
  FOREIGN KEY (track_id) REFERENCES tracks (track_id)
);

INSERT INTO labels VALUES
  (1, 'Northlight', 'Iceland'), (2, 'Pavement', 'Ireland'), (3, 'Quartz', NULL);

INSERT INTO artists VALUES
  (1, 'The Tracks', 1996, 1), (2, 'Marlow Sisters', 2004, 1), (3, 'Ottoline', 1988, 0), (4, 'Kite Union', NULL, 1),
  (5, 'Albums of Sand', 2011, 0);

INSERT INTO albums VALUES
  (1, 'First Frost', 1, 1, 1998, 0), (2, 'Second Nature', 1, 2, 2003, 0), (3, 'Third Rail', 2, 1, 2006, 0),
  (4, 'Blue Hour', 2, NULL, 2012, 0), (5, 'Low Tide', 3, 3, 1990, 0), (6, 'Paper Moons', 3, 3, 1995, 1),
  (7, 'Ashes', 4, 2, 2015, 0), (8, 'Live at Dawn', 4, 2, 2018, 1), (9, 'Signal', 5, 1, 2013, 0),
  (10, 'Harbour Lights', 1, NULL, NULL, 1);

INSERT INTO tracks VALUES
  (1, 'Hollow', 4, 420, 'bright'), (2, 'Willow', 7, 180, NULL), (3, 'Velvet', 10, 180, 'calm'),
  (4, 'Slate', 3, 180, 'calm'), (5, 'Ember', 6, 150, 'dark'), (6, 'Mirror', 9, 420, NULL),
  (7, 'albums', 2, 150, NULL), (8, 'Salt', 5, NULL, 'calm'), (9, 'Roads', 8, 420, NULL),
  (10, 'Orbit', 1, 180, 'dark'), (11, 'Rain', 4, 420, 'calm'), (12, 'Cinder', 7, 180, 'bright'),
  (13, 'Lantern', 10, 180, NULL), (14, 'Ferry', 3, 310, 'calm'), (15, 'tracks.seconds', 6, 150, 'bright'),
  (16, 'Hollow 1', 9, 310, 'bright'), (17, 'Willow 1', 2, 90, 'dark'), (18, 'Velvet 1', 5, 90, 'bright'),
  (19, 'Slate 1', 8, 180, 'dark'), (20, 'Ember 1', 1, 150, 'bright'), (21, 'Mirror 1', 4, 180, NULL),
  (22, 'albums 1', 7, NULL, 'calm'), (23, 'Salt 1', 10, 310, 'calm'), (24, 'Roads 1', 3, 180, 'calm'),
  (25, 'Orbit 1', 6, NULL, NULL), (26, 'Rain 1', 9, 180, NULL), (27, 'Cinder 1', 2, 180, 'calm'),
  (28, 'Lantern 1', 5, 150, 'calm'), (29, 'Ferry 1', 8, 180, 'bright'), (30, 'tracks.seconds 2', 1, 420, 'calm'),
  (31, 'Hollow 2', 4, 420, 'calm'), (32, 'Willow 2', 7, 180, 'dark'), (33, 'Velvet 2', 10, 90, 'bright'),
  (34, 'Slate 2', 3, 310, 'calm'), (35, 'Ember 2', 6, 420, 'calm'), (36, 'Mirror 2', 9, 90, 'calm'),
  (37, 'albums 2', 2, NULL, 'dark'), (38, 'Salt 2', 5, 420, 'calm'), (39, 'Roads 2', 8, 310, 'bright'),
  (40, 'Orbit 2', 1, 90, 'calm'), (41, 'Rain 2', 4, 180, NULL), (42, 'Cinder 2', 7, 420, 'calm'),
  (43, 'Lantern 2', 10, 150, 'calm'), (44, 'Ferry 2', 3, 180, 'dark'), (45, 'tracks.seconds 3', 6, 180, 'calm');

INSERT INTO track VALUES
  (1, 50), (2, 5), (3, 5), (4, 400), (5, 50), (6, 50), (7, 5), (8, 50), (9, 0), (10, 50), (11, 5), (12, 900),
  (13, 0), (14, 400), (15, 50), (16, 0), (17, 400), (18, 0), (19, 50), (20, 5), (21, 50), (22, 50), (23, 50),
  (24, 50), (25, 50), (26, 50), (27, 50), (28, 400), (29, 0), (30, 5), (31, 0), (32, 50), (33, 900), (34, 50),
  (35, 50), (36, 5), (37, 50), (38, 900), (39, 5), (40, 900);

INSERT INTO playlists VALUES
  (1, 'rosa', 1), (2, 'rosa', 0), (3, 'emil', 1), (4, 'tuva', 1);

INSERT INTO playlist_tracks VALUES
  (1, 24, 1), (1, 10, 2), (1, 4, 3), (1, 28, 4), (1, 23, 5), (1, 24, 6), (1, 11, 7), (1, 7, 8), (1, 25, 9),
  (1, 26, 10), (1, 23, 11), (1, 22, 12), (2, 23, 1), (2, 8, 2), (2, 13, 3), (2, 10, 4), (2, 15, 5), (2, 25, 6),
  (2, 3, 7), (2, 29, 8), (2, 15, 9), (2, 14, 10), (2, 30, 11), (2, 9, 12), (3, 3, 1), (3, 17, 2), (3, 10, 3),
  (3, 30, 4), (3, 22, 5), (3, 28, 6), (3, 11, 7), (3, 26, 8), (3, 16, 9), (3, 18, 10), (3, 5, 11), (3, 30, 12);
