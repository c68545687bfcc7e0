-- A shop with reserved words, odd names and texts that look like aliases.

CREATE TABLE "group" (
  "key" INTEGER PRIMARY KEY,
  label VARCHAR(30) NOT NULL
);

CREATE TABLE item (
  id INTEGER PRIMARY KEY,
  name VARCHAR(60) NOT NULL,
  "group" INTEGER,
  "desc" VARCHAR(60),
  cents INTEGER NOT NULL,
  FOREIGN KEY ("group") REFERENCES "group" ("key")
);

CREATE TABLE "user" (
  id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  town VARCHAR(30),
  "since" DATE NOT NULL
);

CREATE TABLE "order" (
  id INTEGER PRIMARY KEY,
  "user" INTEGER NOT NULL,
  "from" VARCHAR(20) NOT NULL,
  "Placed On" DATE NOT NULL,
  state VARCHAR(20) NOT NULL,
  o VARCHAR(10),
  FOREIGN KEY ("user") REFERENCES "user" (id)
);

CREATE TABLE order_line (
  "order" INTEGER NOT NULL,
  line_no INTEGER NOT NULL,
  item INTEGER NOT NULL,
  amount INTEGER NOT NULL,
  cents INTEGER NOT NULL,
  note VARCHAR(60),
  PRIMARY KEY ("order", line_no),
  FOREIGN KEY ("order") REFERENCES "order" (id),
  FOREIGN KEY (item) REFERENCES item (id)
);

INSERT INTO "group" VALUES
  (1, 'Tea'), (2, 'Coffee'), (3, 'Spice'), (4, 'Gift');

INSERT INTO item VALUES
  (1, 'Assam', 1, 'o.state', 450), (2, 'Darjeeling', 1, 'order_line.item', 700), (3, 'Sencha', 1, 'plain', 900),
  (4, 'Earl Grey', 1, NULL, 520), (5, 'Mocha', 2, 'i.name', 800), (6, 'Java', 2, 'loose', 650),
  (7, 'Sumatra', 2, 'plain', 950), (8, 'Saffron', 3, 'rare', 2900), (9, 'Cumin', 3, NULL, 300),
  (10, 'Vanilla', 3, 'plain', 1200), (11, 'Gift Box', 4, 'plain', 1500), (12, 'Sample Card', NULL, 'o', 100);

INSERT INTO "user" VALUES
  (1, 'Agda Ny', 'Falun', '2015-03-01'), (2, 'Bror Ek', 'Falun', '2018-03-01'),
  (3, 'Cilla Dal', 'Visby', '2018-03-01'), (4, 'Dan Ost', 'Kalmar', '2020-03-01'),
  (5, 'Ester Vag', NULL, '2021-03-01'), (6, 'Folke Ask', 'Visby', '2023-03-01'),
  (7, 'Gun Hed', 'Kalmar', '2024-03-01');

INSERT INTO "order" VALUES
  (1, 3, 'web', '2024-01-19', 'paid', 'plain'), (2, 5, 'desk', '2024-02-24', 'paid', 'plain'),
  (3, 6, 'web', '2024-02-20', 'sent', 'gift'), (4, 1, 'web', '2024-06-16', 'sent', 'gift'),
  (5, 5, 'desk', '2024-01-07', '"order"', 'gift'), (6, 4, 'web', '2024-05-07', 'o.state', 'plain'),
  (7, 4, 'desk', '2024-06-11', 'open', 'gift'), (8, 6, 'web', '2024-06-16', 'open', 'plain'),
  (9, 2, 'web', '2024-02-18', 'paid', NULL), (10, 3, 'web', '2024-01-04', 'sent', 'gift'),
  (11, 3, 'desk', '2024-05-11', 'paid', 'plain'), (12, 3, 'desk', '2024-04-18', 'paid', 'plain'),
  (13, 2, 'web', '2024-05-26', 'paid', NULL), (14, 6, 'web', '2024-03-18', 'paid', NULL),
  (15, 1, 'phone', '2024-02-15', 'paid', 'gift'), (16, 5, 'phone', '2024-01-06', '"order"', 'gift'),
  (17, 1, 'web', '2024-06-02', 'open', 'plain'), (18, 1, 'desk', '2024-01-26', 'sent', 'plain'),
  (19, 3, 'web', '2024-01-09', 'sent', NULL), (20, 3, 'phone', '2024-03-07', 'paid', 'gift'),
  (21, 2, 'web', '2024-03-04', 'sent', 'gift'), (22, 1, 'phone', '2024-03-22', 'sent', 'gift'),
  (23, 5, 'web', '2024-06-27', 'o.state', NULL), (24, 3, 'desk', '2024-04-14', 'paid', NULL),
  (25, 1, 'desk', '2024-01-01', 'o.state', 'gift'), (26, 4, 'phone', '2024-02-06', 'o.state', 'gift'),
  (27, 4, 'web', '2024-02-18', 'sent', 'plain'), (28, 3, 'web', '2024-03-13', 'paid', 'gift'),
  (29, 5, 'web', '2024-06-01', 'paid', NULL), (30, 6, 'phone', '2024-01-14', 'o.state', 'plain'),
  (31, 6, 'web', '2024-05-18', 'paid', 'plain'), (32, 1, 'web', '2024-01-28', 'sent', 'plain'),
  (33, 1, 'phone', '2024-05-14', 'paid', NULL), (34, 4, 'phone', '2024-03-26', 'paid', 'plain'),
  (35, 4, 'web', '2024-04-02', 'sent', NULL), (36, 6, 'desk', '2024-05-09', 'o.state', 'gift');

INSERT INTO order_line VALUES
  (1, 1, 4, 1, 300, NULL), (1, 2, 9, 2, 450, 'item'), (1, 3, 8, 1, 700, 'item'), (1, 4, 8, 1, 300, NULL),
  (2, 1, 2, 1, 300, 'item'), (2, 2, 11, 10, 450, 'wrap'), (2, 3, 2, 1, 450, 'o.id = order.id'),
  (3, 1, 10, 1, 450, 'no "order"'), (3, 2, 9, 3, 1200, 'no "order"'), (4, 1, 5, 1, 1200, 'no "order"'),
  (4, 2, 11, 1, 450, NULL), (4, 3, 12, 1, 450, NULL), (5, 1, 12, 1, 900, 'no "order"'), (5, 2, 5, 1, 300, NULL),
  (6, 1, 6, 1, 450, 'o.id = order.id'), (7, 1, 3, 1, 450, 'wrap'), (8, 1, 10, 1, 1200, 'item'),
  (8, 2, 7, 2, 1200, 'no "order"'), (8, 3, 4, 1, 900, 'no "order"'), (9, 1, 6, 3, 300, 'o.id = order.id'),
  (9, 2, 1, 10, 900, 'o.id = order.id'), (10, 1, 11, 1, 450, 'o.id = order.id'), (10, 2, 7, 3, 450, NULL),
  (11, 1, 12, 3, 900, NULL), (11, 2, 10, 3, 700, NULL), (11, 3, 6, 1, 2900, 'o.id = order.id'),
  (12, 1, 3, 3, 300, 'o.id = order.id'), (12, 2, 10, 10, 450, 'item'), (12, 3, 10, 3, 300, 'item'),
  (12, 4, 3, 10, 450, 'no "order"'), (13, 1, 2, 10, 300, NULL), (13, 2, 7, 3, 700, NULL),
  (13, 3, 12, 1, 900, 'wrap'), (13, 4, 6, 1, 2900, NULL), (14, 1, 10, 1, 300, 'item'), (14, 2, 9, 10, 1200, NULL),
  (15, 1, 7, 10, 2900, NULL), (16, 1, 2, 1, 300, 'item'), (16, 2, 10, 1, 1200, 'no "order"'),
  (16, 3, 4, 2, 300, 'o.id = order.id'), (17, 1, 12, 1, 900, 'wrap'), (17, 2, 9, 1, 700, 'no "order"'),
  (17, 3, 1, 1, 300, 'no "order"'), (18, 1, 2, 1, 2900, NULL), (18, 2, 12, 1, 700, NULL),
  (19, 1, 2, 1, 2900, 'wrap'), (20, 1, 9, 1, 700, 'item'), (21, 1, 11, 1, 450, 'no "order"'),
  (21, 2, 11, 1, 2900, NULL), (21, 3, 3, 1, 900, NULL), (21, 4, 12, 1, 700, NULL), (22, 1, 1, 3, 300, NULL),
  (22, 2, 11, 1, 450, NULL), (22, 3, 1, 2, 2900, 'item'), (22, 4, 9, 3, 450, 'wrap'),
  (23, 1, 8, 2, 700, 'no "order"'), (24, 1, 3, 1, 700, NULL), (25, 1, 3, 1, 300, 'item'),
  (25, 2, 11, 1, 1200, 'wrap'), (26, 1, 3, 1, 300, NULL), (26, 2, 5, 1, 300, 'item'), (27, 1, 2, 3, 700, NULL),
  (27, 2, 4, 3, 700, NULL), (28, 1, 3, 2, 2900, 'wrap'), (28, 2, 8, 1, 450, 'item'), (29, 1, 6, 1, 1200, 'item'),
  (29, 2, 2, 1, 2900, NULL), (30, 1, 9, 2, 2900, NULL), (31, 1, 8, 1, 450, 'o.id = order.id'),
  (32, 1, 12, 1, 900, 'no "order"'), (32, 2, 11, 2, 700, NULL), (32, 3, 7, 10, 300, NULL),
  (33, 1, 9, 3, 900, 'no "order"'), (33, 2, 12, 1, 450, 'item'), (33, 3, 11, 1, 450, NULL),
  (33, 4, 6, 1, 450, 'no "order"'), (34, 1, 7, 1, 900, 'o.id = order.id'), (34, 2, 3, 1, 1200, 'item'),
  (34, 3, 10, 3, 2900, 'no "order"');
