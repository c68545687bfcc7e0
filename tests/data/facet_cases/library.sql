-- A lending library: common table expressions, derived tables, rankings.

CREATE TABLE genres (
  genre_id INTEGER PRIMARY KEY,
  label VARCHAR(30) NOT NULL
);

CREATE TABLE branches (
  branch_id INTEGER PRIMARY KEY,
  town VARCHAR(30) NOT NULL,
  size VARCHAR(10) NOT NULL
);

CREATE TABLE books (
  book_id INTEGER PRIMARY KEY,
  title VARCHAR(60) NOT NULL,
  author VARCHAR(40),
  genre_id INTEGER,
  pages INTEGER NOT NULL,
  printed_year INTEGER,
  price INTEGER,
  FOREIGN KEY (genre_id) REFERENCES genres (genre_id)
);

CREATE TABLE copies (
  copy_id INTEGER PRIMARY KEY,
  book_id INTEGER NOT NULL,
  branch_id INTEGER NOT NULL,
  condition_code VARCHAR(1),
  FOREIGN KEY (book_id) REFERENCES books (book_id),
  FOREIGN KEY (branch_id) REFERENCES branches (branch_id)
);

CREATE TABLE members (
  member_id INTEGER PRIMARY KEY,
  full_name VARCHAR(40) NOT NULL,
  joined_on DATE NOT NULL,
  is_student INTEGER NOT NULL
);

CREATE TABLE loans (
  loan_id INTEGER PRIMARY KEY,
  copy_id INTEGER NOT NULL,
  member_id INTEGER NOT NULL,
  lent_on DATE NOT NULL,
  returned_on DATE,
  fine INTEGER,
  FOREIGN KEY (copy_id) REFERENCES copies (copy_id),
  FOREIGN KEY (member_id) REFERENCES members (member_id)
);

INSERT INTO genres VALUES
  (1, 'Poetry'), (2, 'Crime'), (3, 'Travel'), (4, 'History'), (5, 'Cookery');

INSERT INTO branches VALUES
  (1, 'Kemi', 'large'), (2, 'Rauma', 'small'), (3, 'Porvoo', 'small'), (4, 'Lahti', 'large');

INSERT INTO books VALUES
  (1, 'The Copies', NULL, NULL, 560, 2016, 45), (2, 'Ink and Salt', 'Bruno Saks', 2, 560, NULL, 15),
  (3, 'Night Loans', 'Aila Rand', 4, 240, 1994, 12), (4, 'Seven Keys', 'Aila Rand', 4, 560, NULL, 15),
  (5, 'The Grey Harbour', 'Aila Rand', NULL, 120, 1978, 8), (6, 'A Book of Books', 'Bruno Saks', 2, 96, 2016, 20),
  (7, 'River Road', NULL, 2, 240, 2003, 30), (8, 'Cold Bread', 'Aila Rand', 2, 560, 2003, 25),
  (9, 'The Last Branch', 'Aila Rand', 3, 310, 1999, 45), (10, 'Small Wars', 'Cleo Tamm', 1, 120, NULL, 12),
  (11, 'The Lantern', NULL, 2, 240, 2012, 12), (12, 'Blue Stairs', 'Aila Rand', 1, 240, 1999, 8),
  (13, 'Stone Soup', NULL, 4, 420, 2012, 12), (14, 'Half Light', 'Bruno Saks', 3, 310, 1989, 20),
  (15, 'The Ledger', 'Cleo Tamm', 1, 420, 1989, 15), (16, 'Winter Trains', 'Bruno Saks', 2, 96, 1978, 30),
  (17, 'Under Oak', NULL, 2, 240, 2016, 45), (18, 'A Quiet Theft', 'Bruno Saks', 2, 420, 2012, 12),
  (19, 'Letters Home', NULL, 4, 240, 1978, 20), (20, 'Open Water', 'Cleo Tamm', 1, 240, 1994, 25),
  (21, 'The Cartographer', 'Aila Rand', 1, 180, 1999, 30), (22, 'Salt Roads', 'Cleo Tamm', 1, 310, 2003, 25),
  (23, 'Pepper and Smoke', 'Aila Rand', 2, 120, 1999, NULL),
  (24, 'Empire of Dust', 'Bruno Saks', 1, 310, 2008, NULL), (25, 'Short Days', NULL, 2, 560, NULL, 15);

INSERT INTO copies VALUES
  (1, 13, 1, NULL), (2, 5, 2, 'A'), (3, 20, 1, NULL), (4, 7, 1, NULL), (5, 21, 4, 'A'), (6, 22, 3, 'B'),
  (7, 20, 1, 'B'), (8, 2, 1, 'A'), (9, 2, 4, 'B'), (10, 8, 3, 'B'), (11, 14, 4, 'B'), (12, 10, 4, 'A'),
  (13, 24, 1, 'A'), (14, 8, 3, 'C'), (15, 21, 4, 'C'), (16, 3, 2, 'A'), (17, 7, 1, 'A'), (18, 9, 3, 'B'),
  (19, 8, 1, 'A'), (20, 6, 2, 'B'), (21, 17, 4, 'A'), (22, 3, 2, 'A'), (23, 15, 2, NULL), (24, 24, 4, 'C'),
  (25, 5, 4, 'A'), (26, 1, 3, 'B'), (27, 23, 2, 'A'), (28, 1, 4, NULL), (29, 3, 3, 'A'), (30, 24, 2, 'B'),
  (31, 5, 1, 'A'), (32, 15, 4, 'B'), (33, 24, 1, NULL), (34, 24, 1, 'B'), (35, 12, 1, NULL), (36, 16, 1, 'B'),
  (37, 1, 3, 'C'), (38, 1, 4, NULL), (39, 13, 3, 'C'), (40, 1, 4, 'A'), (41, 3, 1, NULL), (42, 4, 2, 'B'),
  (43, 24, 2, 'B'), (44, 24, 4, 'B'), (45, 15, 3, 'C'), (46, 8, 2, 'C');

INSERT INTO members VALUES
  (1, 'Aaro Nurmi', '2015-09-18', 0), (2, 'Bea Lund', '2019-02-17', 0), (3, 'Cara Voss', '2017-02-17', 1),
  (4, 'Dino Pace', '2019-01-15', 1), (5, 'Ebba Roth', '2017-04-18', 0), (6, 'Fritz Amsel', '2019-08-17', 0),
  (7, 'Gala Mir', '2019-07-14', 0), (8, 'Hugo Tarn', '2021-04-13', 1), (9, 'Iris Kolb', '2017-06-13', 0),
  (10, 'Jana Holub', '2017-08-15', 0);

INSERT INTO loans VALUES
  (1, 18, 2, '2023-06-03', '2023-07-03', NULL), (2, 14, 5, '2023-04-09', '2023-06-09', NULL),
  (3, 40, 6, '2023-06-11', '2023-08-11', 0), (4, 39, 1, '2023-01-09', NULL, 2), (5, 20, 9, '2023-05-12', NULL, 0),
  (6, 26, 6, '2023-06-05', '2023-07-05', 0), (7, 10, 1, '2023-03-08', NULL, 0), (8, 41, 7, '2023-04-04', NULL, 2),
  (9, 13, 3, '2023-01-22', '2023-03-22', 2), (10, 1, 6, '2023-02-23', NULL, 0), (11, 18, 4, '2023-02-08', NULL, 0),
  (12, 15, 1, '2023-04-28', '2023-06-28', 5), (13, 30, 3, '2023-02-15', NULL, 0), (14, 37, 9, '2023-04-18', NULL, 2),
  (15, 42, 3, '2023-04-11', '2023-05-11', 0), (16, 25, 1, '2023-02-08', '2023-04-08', 2),
  (17, 2, 4, '2023-03-23', NULL, 0), (18, 22, 7, '2023-01-15', '2023-03-15', 2),
  (19, 14, 1, '2023-04-01', '2023-06-01', 0), (20, 22, 9, '2023-02-18', '2023-03-18', NULL),
  (21, 34, 9, '2023-02-17', NULL, NULL), (22, 6, 3, '2023-04-19', '2023-06-19', 2),
  (23, 41, 2, '2023-06-18', NULL, 2), (24, 25, 8, '2023-03-22', '2023-04-22', 2),
  (25, 34, 3, '2023-02-18', NULL, NULL), (26, 35, 1, '2023-02-14', NULL, 0),
  (27, 2, 7, '2023-05-13', '2023-06-13', 5), (28, 37, 1, '2023-05-26', '2023-07-26', 0),
  (29, 5, 7, '2023-06-06', '2023-08-06', 5), (30, 16, 6, '2023-04-09', '2023-06-09', 0),
  (31, 31, 7, '2023-03-14', '2023-05-14', 0), (32, 40, 1, '2023-02-14', '2023-04-14', 0),
  (33, 2, 1, '2023-06-25', '2023-07-25', 0), (34, 19, 4, '2023-02-01', NULL, 2),
  (35, 32, 1, '2023-02-20', '2023-04-20', 0), (36, 17, 3, '2023-05-20', NULL, 5), (37, 41, 5, '2023-01-13', NULL, 0),
  (38, 41, 7, '2023-05-07', NULL, 1), (39, 35, 8, '2023-05-07', NULL, 0), (40, 41, 4, '2023-02-24', '2023-03-24', 2),
  (41, 13, 3, '2023-05-11', '2023-06-11', 0), (42, 9, 1, '2023-02-08', '2023-04-08', 5),
  (43, 27, 7, '2023-01-14', NULL, 0), (44, 41, 9, '2023-02-13', '2023-03-13', 0),
  (45, 23, 4, '2023-02-19', '2023-03-19', 2), (46, 13, 1, '2023-05-22', '2023-07-22', 0),
  (47, 36, 8, '2023-01-02', NULL, NULL), (48, 12, 1, '2023-02-07', '2023-03-07', 0),
  (49, 7, 8, '2023-02-10', '2023-03-10', 0), (50, 5, 1, '2023-06-15', '2023-08-15', 5),
  (51, 33, 4, '2023-04-14', '2023-06-14', 1), (52, 1, 9, '2023-05-12', NULL, 0),
  (53, 27, 6, '2023-02-06', '2023-04-06', 2), (54, 39, 2, '2023-04-07', '2023-05-07', 0),
  (55, 41, 5, '2023-03-03', NULL, 1), (56, 22, 3, '2023-05-19', '2023-07-19', 0),
  (57, 11, 5, '2023-06-24', '2023-07-24', 2), (58, 24, 5, '2023-05-23', '2023-06-23', 5),
  (59, 12, 1, '2023-02-24', '2023-04-24', 2), (60, 1, 4, '2023-04-04', NULL, 0),
  (61, 20, 4, '2023-02-09', '2023-03-09', 5), (62, 35, 1, '2023-05-06', '2023-07-06', NULL),
  (63, 8, 5, '2023-06-07', NULL, 0), (64, 7, 3, '2023-01-20', '2023-03-20', NULL), (65, 4, 3, '2023-04-17', NULL, 5),
  (66, 17, 3, '2023-01-04', '2023-03-04', 2), (67, 33, 5, '2023-05-18', NULL, 0), (68, 42, 1, '2023-06-15', NULL, 0),
  (69, 25, 6, '2023-04-06', '2023-05-06', NULL), (70, 39, 1, '2023-05-20', '2023-07-20', NULL);
