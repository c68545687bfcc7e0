-- Clinics, doctors, patients and visits: two routes from a visit to a city.

CREATE TABLE cities (
  city_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  country VARCHAR(40) NOT NULL
);

CREATE TABLE clinics (
  clinic_id INTEGER PRIMARY KEY,
  name VARCHAR(40) NOT NULL,
  city_id INTEGER NOT NULL,
  opened_year INTEGER NOT NULL,
  FOREIGN KEY (city_id) REFERENCES cities (city_id)
);

CREATE TABLE doctors (
  doctor_id INTEGER PRIMARY KEY,
  full_name VARCHAR(40) NOT NULL,
  specialty VARCHAR(40) NOT NULL,
  clinic_id INTEGER NOT NULL,
  hired_year INTEGER NOT NULL,
  FOREIGN KEY (clinic_id) REFERENCES clinics (clinic_id)
);

CREATE TABLE patients (
  patient_id INTEGER PRIMARY KEY,
  full_name VARCHAR(40) NOT NULL,
  sex VARCHAR(1),
  birth_year INTEGER,
  city_id INTEGER,
  FOREIGN KEY (city_id) REFERENCES cities (city_id)
);

CREATE TABLE visits (
  visit_id INTEGER PRIMARY KEY,
  doctor_id INTEGER NOT NULL,
  patient_id INTEGER NOT NULL,
  day DATE NOT NULL,
  fee INTEGER,
  status VARCHAR(12),
  FOREIGN KEY (doctor_id) REFERENCES doctors (doctor_id),
  FOREIGN KEY (patient_id) REFERENCES patients (patient_id)
);

CREATE TABLE prescriptions (
  prescription_id INTEGER PRIMARY KEY,
  visit_id INTEGER NOT NULL,
  drug VARCHAR(40) NOT NULL,
  packs INTEGER NOT NULL,
  FOREIGN KEY (visit_id) REFERENCES visits (visit_id)
);

INSERT INTO cities VALUES
  (1, 'Oslo', 'Norway'), (2, 'Bergen', 'Norway'), (3, 'Aarhus', 'Denmark'), (4, 'Odense', 'Denmark'),
  (5, 'Lund', 'Sweden');

INSERT INTO clinics VALUES
  (1, 'Harbour Clinic', 1, 1998), (2, 'Hill Clinic', 2, 2005), (3, 'Park Clinic', 3, 2011),
  (4, 'Mill Clinic', 3, 2015), (5, 'Lake Clinic', 5, 2019);

INSERT INTO doctors VALUES
  (1, 'Eva Holm', 'cardiology', 1, 2004), (2, 'Nina Berg', 'surgery', 1, 2012),
  (3, 'Olav Dahl', 'cardiology', 2, 2009), (4, 'Per Lind', 'dermatology', 2, 2016),
  (5, 'Tove Krag', 'surgery', 3, 2011), (6, 'Ulla Friis', 'cardiology', 3, 2018),
  (7, 'Jens Toft', 'pediatrics', 3, 2001), (8, 'Bo Winther', 'surgery', 4, 2020),
  (9, 'Sara Bek', 'dermatology', 4, 2015), (10, 'Lars Ek', 'pediatrics', 5, 2019),
  (11, 'Mia Strand', 'surgery', 5, 2021), (12, 'Ove Sund', 'dermatology', 2, 2008);

INSERT INTO patients VALUES
  (1, 'Anna Moe', 'F', 1951, 1), (2, 'Bjarne Lie', 'M', 1948, 1), (3, 'Carla Nyb', 'F', 1983, 2),
  (4, 'Dag Rud', 'M', 1990, 2), (5, 'Else Vik', 'F', 1959, 3), (6, 'Finn Ost', 'M', 1975, 3),
  (7, 'Greta Sten', 'F', 2001, 4), (8, 'Hans Palm', 'M', NULL, 4), (9, 'Ida Quist', 'F', 1962, NULL),
  (10, 'Jon Rask', 'M', 1955, 5), (11, 'Kari Ulv', NULL, 1940, NULL), (12, 'Anna Moe', 'F', 1999, 3),
  (13, 'Leo Brun', 'M', 2010, 1), (14, 'Mona Gram', 'F', 1957, 2);

INSERT INTO visits VALUES
  (1, 3, 2, '2024-04-21', 15, 'kept'), (2, 10, 7, '2024-01-12', 150, 'kept'), (3, 5, 3, '2024-01-03', 75, 'kept'),
  (4, 1, 3, '2024-01-18', 75, 'kept'), (5, 10, 8, '2024-01-08', NULL, 'missed'), (6, 6, 1, '2024-05-19', 75, 'kept'),
  (7, 2, 1, '2024-05-28', 30, 'kept'), (8, 4, 2, '2024-05-04', 150, 'kept'),
  (9, 5, 12, '2024-06-06', 15, 'cancelled'), (10, 6, 9, '2024-02-12', 15, 'cancelled'),
  (11, 8, 1, '2024-04-02', 150, 'kept'), (12, 5, 9, '2024-05-14', 60, 'kept'), (13, 6, 6, '2024-03-10', 45, NULL),
  (14, 1, 10, '2024-02-03', 150, 'kept'), (15, 5, 6, '2024-03-24', 90, 'kept'), (16, 6, 1, '2024-01-17', 75, 'kept'),
  (17, 9, 5, '2024-02-16', 75, 'kept'), (18, 7, 1, '2024-05-19', 60, 'kept'), (19, 8, 5, '2024-04-16', 150, NULL),
  (20, 5, 1, '2024-01-09', 90, 'missed'), (21, 7, 1, '2024-01-24', 60, 'missed'),
  (22, 6, 9, '2024-04-10', 75, 'missed'), (23, 3, 1, '2024-04-12', 30, 'cancelled'),
  (24, 1, 6, '2024-01-07', 60, 'kept'), (25, 8, 3, '2024-02-13', 90, 'kept'), (26, 1, 6, '2024-04-18', 60, 'kept'),
  (27, 10, 5, '2024-05-09', 75, 'kept'), (28, 7, 5, '2024-02-05', 15, 'kept'), (29, 1, 3, '2024-06-08', 15, 'kept'),
  (30, 10, 8, '2024-02-09', 60, 'kept'), (31, 1, 5, '2024-05-12', 150, 'cancelled'),
  (32, 3, 2, '2024-06-28', 120, 'cancelled'), (33, 7, 9, '2024-06-02', 90, NULL),
  (34, 9, 12, '2024-03-26', 120, 'kept'), (35, 4, 5, '2024-04-04', 90, 'missed'),
  (36, 4, 1, '2024-02-03', 45, 'kept'), (37, 1, 1, '2024-03-20', 15, 'kept'), (38, 1, 8, '2024-02-18', 15, 'kept'),
  (39, 6, 1, '2024-01-28', 45, 'cancelled'), (40, 4, 2, '2024-06-09', 60, 'cancelled'),
  (41, 3, 6, '2024-01-04', 90, 'kept'), (42, 5, 6, '2024-03-03', 30, 'kept'), (43, 8, 5, '2024-04-09', 90, NULL),
  (44, 8, 2, '2024-01-01', 45, 'cancelled'), (45, 3, 2, '2024-06-18', 15, NULL),
  (46, 5, 4, '2024-06-28', 15, 'missed'), (47, 10, 4, '2024-05-12', 30, 'kept'),
  (48, 9, 3, '2024-01-18', 120, 'kept');

INSERT INTO prescriptions VALUES
  (41, 1, 'aspirin', 1), (42, 1, 'aspirin', 3), (43, 2, 'aspirin', 1), (44, 2, 'aspirin', 4), (1, 21, 'aspirin', 2),
  (2, 8, 'ibuprofen', 2), (3, 7, 'ibuprofen', 3), (4, 24, 'aspirin', 1), (5, 9, 'ibuprofen', 3),
  (6, 7, 'penicillin', 4), (7, 24, 'penicillin', 3), (8, 3, 'aspirin', 1), (9, 8, 'ibuprofen', 2),
  (10, 11, 'aspirin', 4), (11, 20, 'aspirin', 4), (12, 21, 'penicillin', 1), (13, 22, 'aspirin', 4),
  (14, 23, 'aspirin', 4), (15, 6, 'ibuprofen', 3), (16, 3, 'ibuprofen', 4), (17, 13, 'aspirin', 2),
  (18, 6, 'aspirin', 1), (19, 5, 'ibuprofen', 2), (20, 20, 'ibuprofen', 3), (21, 5, 'aspirin', 1),
  (22, 1, 'aspirin', 2), (23, 14, 'aspirin', 2), (24, 1, 'penicillin', 2), (25, 10, 'aspirin', 3),
  (26, 9, 'ibuprofen', 2), (27, 2, 'penicillin', 4), (28, 22, 'ibuprofen', 2), (29, 18, 'aspirin', 1),
  (30, 30, 'ibuprofen', 2), (31, 31, 'aspirin', 2), (32, 32, 'aspirin', 2), (33, 33, 'ibuprofen', 1),
  (34, 34, 'aspirin', 3), (35, 35, 'ibuprofen', 1), (36, 36, 'aspirin', 2), (37, 37, 'aspirin', 3),
  (38, 38, 'aspirin', 1), (39, 39, 'ibuprofen', 1), (40, 40, 'aspirin', 4);
