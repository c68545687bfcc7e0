-- A database for tests/data/hostile_statements.sqlite.json: the three tables that the library is told of, and what it is
-- not told of.
CREATE TABLE town(id INTEGER PRIMARY KEY, name TEXT, country TEXT);
CREATE TABLE orders(id, town_id, total REAL, placed_on TEXT);
CREATE VIEW big_orders AS SELECT * FROM orders WHERE total > 100;
INSERT INTO town VALUES (1, 'Oslo', 'Norway'), (2, 'Bergen', 'Norway'), (3, 'Rome', 'Italy');
INSERT INTO orders VALUES (1, 1, 50, '2024-01-01'), (2, 1, 150, '2024-02-01'), (3, 3, 300, '2024-03-01');
CREATE TABLE counted(id INTEGER PRIMARY KEY AUTOINCREMENT);
CREATE TABLE nowhere(secret); CREATE TABLE "tоwn"(secret);
CREATE INDEX i ON orders(town_id); CREATE INDEX town_name ON town(name);
CREATE TRIGGER g AFTER DELETE ON nowhere BEGIN SELECT 1; END;
ANALYZE;
