-- Energy meters with keys of two columns; templates in the idiom of each dialect.

CREATE TABLE regions (
  region_id INTEGER PRIMARY KEY,
  name VARCHAR(30) NOT NULL
);

CREATE TABLE sites (
  site_code VARCHAR(6) PRIMARY KEY,
  region_id INTEGER,
  kind VARCHAR(12) NOT NULL,
  FOREIGN KEY (region_id) REFERENCES regions (region_id)
);

CREATE TABLE meters (
  site_code VARCHAR(6) NOT NULL,
  unit_no INTEGER NOT NULL,
  maker VARCHAR(20),
  installed_on DATE NOT NULL,
  retired INTEGER NOT NULL,
  PRIMARY KEY (site_code, unit_no),
  FOREIGN KEY (site_code) REFERENCES sites (site_code)
);

CREATE TABLE readings (
  reading_id INTEGER PRIMARY KEY,
  site_code VARCHAR(6) NOT NULL,
  unit_no INTEGER NOT NULL,
  taken_on DATE NOT NULL,
  kwh INTEGER,
  quality VARCHAR(10) NOT NULL,
  FOREIGN KEY (site_code, unit_no) REFERENCES meters (site_code, unit_no)
);

CREATE TABLE alarms (
  alarm_id INTEGER PRIMARY KEY,
  site_code VARCHAR(6) NOT NULL,
  unit_no INTEGER NOT NULL,
  severity VARCHAR(10) NOT NULL,
  FOREIGN KEY (site_code, unit_no) REFERENCES meters (site_code, unit_no)
);

INSERT INTO regions VALUES
  (1, 'Uplands'), (2, 'Coastal'), (3, 'Midlands');

INSERT INTO sites VALUES
  ('HB1', 2, 'school'), ('HB2', 2, 'factory'), ('UP7', 1, 'farm'), ('MD3', 3, 'factory'), ('XX9', NULL, 'school');

INSERT INTO meters VALUES
  ('HB1', 1, 'Volta', '2009-06-01', 0), ('HB1', 2, 'Volta', '2014-06-01', 1), ('HB2', 1, 'Ampera', '2012-06-01', 0),
  ('HB2', 2, 'Volta', '2018-06-01', 1), ('HB2', 3, 'Ampera', '2021-06-01', 0), ('UP7', 1, 'Ohmic', '2011-06-01', 0),
  ('UP7', 2, 'Volta', '2020-06-01', 0), ('MD3', 1, 'Ampera', '2015-06-01', 1), ('MD3', 2, NULL, '2017-06-01', 0),
  ('XX9', 1, 'Ohmic', '2013-06-01', 0);

INSERT INTO readings VALUES
  (1, 'HB2', 3, '2024-03-15', 35, 'good'), (2, 'HB1', 2, '2024-03-25', 35, 'good'),
  (3, 'XX9', 1, '2024-01-15', 5, 'estimated'), (4, 'HB2', 1, '2024-02-25', 35, 'good'),
  (5, 'UP7', 1, '2024-01-05', 50, 'faulty'), (6, 'MD3', 1, '2024-02-15', 35, 'good'),
  (7, 'HB1', 2, '2024-02-25', 20, 'good'), (8, 'HB2', 2, '2024-03-05', 20, 'faulty'),
  (9, 'MD3', 1, '2024-01-05', 50, 'estimated'), (10, 'XX9', 1, '2024-01-15', 5, 'estimated'),
  (11, 'XX9', 1, '2024-02-15', NULL, 'estimated'), (12, 'HB2', 1, '2024-04-05', 5, 'good'),
  (13, 'MD3', 1, '2024-01-15', 90, 'good'), (14, 'HB2', 3, '2024-04-05', NULL, 'good'),
  (15, 'HB2', 1, '2024-03-05', 5, 'estimated'), (16, 'UP7', 1, '2024-04-05', 5, 'estimated'),
  (17, 'HB2', 1, '2024-01-05', 35, 'good'), (18, 'MD3', 1, '2024-01-25', NULL, 'good'),
  (19, 'HB2', 1, '2024-02-15', 35, 'good'), (20, 'HB2', 1, '2024-02-15', 5, 'good'),
  (21, 'HB2', 2, '2024-04-25', NULL, 'faulty'), (22, 'HB2', 3, '2024-01-25', 90, 'good'),
  (23, 'XX9', 1, '2024-03-15', NULL, 'good'), (24, 'HB1', 1, '2024-04-05', 5, 'good'),
  (25, 'HB2', 1, '2024-01-05', 20, 'faulty'), (26, 'HB2', 2, '2024-01-25', 35, 'good'),
  (27, 'UP7', 2, '2024-03-25', NULL, 'faulty'), (28, 'UP7', 2, '2024-02-25', 50, 'good'),
  (29, 'HB1', 2, '2024-03-15', 35, 'good'), (30, 'UP7', 1, '2024-04-25', 90, 'good'),
  (31, 'UP7', 2, '2024-03-05', 50, 'good'), (32, 'HB2', 1, '2024-02-15', 5, 'good'),
  (33, 'XX9', 1, '2024-01-05', 20, 'good'), (34, 'HB2', 3, '2024-02-15', 5, 'faulty'),
  (35, 'UP7', 2, '2024-01-15', 20, 'good'), (36, 'MD3', 1, '2024-01-05', NULL, 'good'),
  (37, 'MD3', 1, '2024-04-05', 90, 'good'), (38, 'HB1', 2, '2024-01-25', 35, 'good'),
  (39, 'HB2', 3, '2024-03-15', 20, 'good'), (40, 'HB1', 1, '2024-04-05', 35, 'estimated'),
  (41, 'HB2', 2, '2024-03-15', NULL, 'good'), (42, 'HB2', 2, '2024-04-25', 90, 'faulty'),
  (43, 'HB2', 2, '2024-04-05', 35, 'faulty'), (44, 'HB2', 3, '2024-03-15', 90, 'good'),
  (45, 'XX9', 1, '2024-03-15', 50, 'good'), (46, 'HB2', 2, '2024-02-15', 35, 'good'),
  (47, 'XX9', 1, '2024-04-15', 50, 'estimated'), (48, 'HB2', 2, '2024-01-25', 20, 'good'),
  (49, 'HB2', 3, '2024-02-05', 50, 'faulty'), (50, 'UP7', 2, '2024-04-25', 90, 'good'),
  (51, 'MD3', 1, '2024-03-25', NULL, 'estimated'), (52, 'HB2', 1, '2024-04-25', 90, 'faulty'),
  (53, 'HB2', 3, '2024-01-15', 50, 'estimated'), (54, 'XX9', 1, '2024-04-05', 20, 'estimated'),
  (55, 'UP7', 1, '2024-03-15', 20, 'good'), (56, 'UP7', 1, '2024-02-05', NULL, 'good'),
  (57, 'HB2', 1, '2024-01-25', 50, 'good'), (58, 'UP7', 1, '2024-01-15', 35, 'good'),
  (59, 'UP7', 1, '2024-04-05', NULL, 'faulty'), (60, 'HB1', 2, '2024-04-15', 35, 'faulty'),
  (61, 'HB1', 1, '2024-04-05', 90, 'good'), (62, 'HB1', 2, '2024-01-05', 70, 'estimated'),
  (63, 'MD3', 1, '2024-03-25', 20, 'good'), (64, 'XX9', 1, '2024-03-15', 5, 'faulty'),
  (65, 'HB2', 1, '2024-02-15', 50, 'good'), (66, 'HB2', 3, '2024-01-05', 35, 'good'),
  (67, 'MD3', 1, '2024-04-15', 20, 'faulty'), (68, 'MD3', 1, '2024-04-25', 90, 'faulty'),
  (69, 'MD3', 1, '2024-01-15', 35, 'good'), (70, 'MD3', 1, '2024-02-15', 70, 'good');

INSERT INTO alarms VALUES
  (1, 'HB1', 1, 'high'), (2, 'HB1', 1, 'high'), (3, 'HB1', 1, 'low'), (4, 'HB2', 2, 'high'), (5, 'UP7', 1, 'high'),
  (6, 'UP7', 1, 'high'), (7, 'MD3', 2, 'high'), (8, 'MD3', 1, 'low'), (9, 'XX9', 1, 'low');
