-- Employees and their managers, projects and assignments: a table that refers to itself, many-to-many, recursion.

CREATE TABLE sites (
  site_code VARCHAR(4) PRIMARY KEY,
  city VARCHAR(30) NOT NULL
);

CREATE TABLE departments (
  department_id INTEGER PRIMARY KEY,
  title VARCHAR(30) NOT NULL,
  site_code VARCHAR(4),
  budget INTEGER,
  FOREIGN KEY (site_code) REFERENCES sites (site_code)
);

CREATE TABLE employees (
  employee_id INTEGER PRIMARY KEY,
  full_name VARCHAR(40) NOT NULL,
  department_id INTEGER,
  manager_id INTEGER,
  grade VARCHAR(10) NOT NULL,
  salary INTEGER,
  hired_on DATE NOT NULL,
  FOREIGN KEY (department_id) REFERENCES departments (department_id),
  FOREIGN KEY (manager_id) REFERENCES employees (employee_id)
);

CREATE TABLE projects (
  project_id INTEGER PRIMARY KEY,
  code_name VARCHAR(30) NOT NULL,
  department_id INTEGER NOT NULL,
  status VARCHAR(10) NOT NULL,
  FOREIGN KEY (department_id) REFERENCES departments (department_id)
);

CREATE TABLE assignments (
  employee_id INTEGER NOT NULL,
  project_id INTEGER NOT NULL,
  hours INTEGER,
  duty VARCHAR(12) NOT NULL,
  PRIMARY KEY (employee_id, project_id),
  FOREIGN KEY (employee_id) REFERENCES employees (employee_id),
  FOREIGN KEY (project_id) REFERENCES projects (project_id)
);

CREATE TABLE parking_lots (
  lot_id INTEGER PRIMARY KEY,
  colour VARCHAR(10) NOT NULL,
  covered INTEGER NOT NULL
);

INSERT INTO sites VALUES
  ('DRE', 'Dresden'), ('ULM', 'Ulm'), ('KIE', 'Kiel');

INSERT INTO departments VALUES
  (1, 'Research', 'DRE', 900), (2, 'Sales', 'ULM', 400), (3, 'Support', 'ULM', NULL), (4, 'Finance', 'KIE', 250),
  (5, 'Archive', NULL, 30);

INSERT INTO employees VALUES
  (1, 'Ada Wolf', 1, NULL, 'head', 98, '2014-06-01'), (2, 'Ben Krug', 1, 1, 'senior', 71, '2011-03-01'),
  (3, 'Cem Aydin', 1, 2, 'junior', 44, '2022-07-01'), (4, 'Dora Lenz', 1, 2, 'senior', 66, '2017-12-01'),
  (5, 'Egon Mai', 2, 1, 'head', 90, '2012-09-01'), (6, 'Frida Ott', 2, 5, 'senior', 58, '2012-07-01'),
  (7, 'Georg Pohl', 2, 5, 'junior', 41, '2021-12-01'), (8, 'Hanna Quast', 2, 6, 'junior', 41, '2020-10-01'),
  (9, 'Ingo Rau', 3, 1, 'head', 83, '2008-04-01'), (10, 'Jutta Sand', 3, 9, 'senior', 60, '2018-01-01'),
  (11, 'Karl Thon', 3, 9, 'junior', 39, '2015-03-01'), (12, 'Lea Uhl', 3, 10, 'junior', NULL, '2010-12-01'),
  (13, 'Milan Voss', 4, 1, 'head', 77, '2013-03-01'), (14, 'Nora Witt', 4, 13, 'senior', 64, '2012-11-01'),
  (15, 'Otto Xaver', 4, 13, 'junior', 47, '2019-10-01'), (16, 'Pia Yildiz', 5, 1, 'senior', 52, '2017-01-01'),
  (17, 'Quirin Zahn', NULL, 1, 'senior', 61, '2009-10-01'), (18, 'Rosa Abel', NULL, 5, 'junior', NULL, '2008-07-01');

INSERT INTO projects VALUES
  (1, 'Aurora', 1, 'active'), (2, 'Basalt', 1, 'active'), (3, 'Cobalt', 1, 'closed'), (4, 'Delta', 2, 'active'),
  (5, 'Ember', 2, 'closed'), (6, 'Flint', 3, 'active'), (7, 'Garnet', 4, 'paused');

INSERT INTO assignments VALUES
  (1, 1, 20, 'coder'), (1, 2, 40, 'tester'), (1, 6, 120, 'lead'), (3, 1, 80, 'coder'), (3, 2, 40, 'coder'),
  (3, 4, 120, 'coder'), (3, 5, 10, 'coder'), (3, 6, 10, 'lead'), (4, 2, 40, 'tester'), (4, 7, NULL, 'coder'),
  (5, 4, 20, 'coder'), (5, 5, 40, 'tester'), (6, 1, 60, 'coder'), (6, 7, 120, 'coder'), (7, 6, 40, 'coder'),
  (8, 1, 20, 'coder'), (8, 5, 10, 'coder'), (8, 7, 60, 'lead'), (9, 5, 10, 'lead'), (9, 7, 120, 'coder'),
  (10, 7, 40, 'lead'), (11, 1, 40, 'tester'), (12, 1, 40, 'coder'), (12, 2, 60, 'tester'), (12, 6, NULL, 'coder'),
  (13, 1, 10, 'coder'), (13, 2, 20, 'lead'), (13, 3, 60, 'coder'), (13, 6, 80, 'tester'), (14, 1, NULL, 'tester'),
  (14, 3, 120, 'tester'), (14, 7, 10, 'coder'), (15, 3, 40, 'coder'), (15, 6, 120, 'tester'), (16, 2, NULL, 'coder'),
  (16, 3, 80, 'coder'), (16, 4, 80, 'coder'), (17, 3, 40, 'tester'), (17, 4, NULL, 'coder'), (17, 6, 40, 'tester');

INSERT INTO parking_lots VALUES
  (1, 'red', 1), (2, 'blue', 0);
