-- Create the facilities of the demonstration country, each near a locality and inside its secteur.

-- name: place_services
-- Locality l has the services whose cumulated weight falls on it: distributed like the people, whatever the query plan.
CREATE TEMP TABLE demo_service ON COMMIT DROP AS
WITH kind AS (
  SELECT key AS genre, value::integer AS nombre, row_number() OVER (ORDER BY key) AS k
  FROM jsonb_each_text(%(nombres)s::jsonb)
), pese AS (
  SELECT kind.*, l.*, CASE genre
           WHEN 'police' THEN CASE WHEN est_siege OR type = 'quartier' THEN 1 ELSE 0 END
           WHEN 'vbg' THEN CASE WHEN est_siege THEN 4 WHEN type = 'quartier' THEN 0.5 ELSE 0 END
           WHEN 'sante' THEN sqrt(poids) * CASE WHEN est_siege THEN 12 WHEN type = 'quartier' THEN 1.5 ELSE 1 END
           WHEN 'point_focal' THEN est_siege::integer
           WHEN 'asc' THEN CASE type WHEN 'village' THEN sqrt(poids) ELSE 0.2 END
           WHEN 'chef_village' THEN CASE type WHEN 'village' THEN poids ELSE 0 END
           ELSE sqrt(poids) * CASE type WHEN 'quartier' THEN 1.6 ELSE 1 END END AS part
  FROM kind, demo_localite AS l
), reparti AS (
  SELECT *, round(nombre * (sum(part) OVER w - part) / sum(part) OVER (PARTITION BY genre)) AS de,
         round(nombre * sum(part) OVER w / sum(part) OVER (PARTITION BY genre)) AS jusque
  FROM pese WINDOW w AS (PARTITION BY genre ORDER BY l)
)
SELECT genre, numero, k * 1000000 + numero AS n, nom AS localite, milieu, est_siege, noms_islamiques, region_id, secteur_id,
       id AS localite_id, poids, numero - de AS rang,
       pg_temp.id('2024-01-05', genre, numero) AS id,
       CASE WHEN genre IN ('asc', 'chef_village', 'point_focal') OR pg_temp.u(k * 1000000 + numero, 207) < CASE genre WHEN 'vbg' THEN 1 ELSE 0.25 END
            THEN '+24595' || 5 + floor(2 * pg_temp.u(k * 1000000 + numero, 205))::integer
                 || lpad(floor(1000000 * pg_temp.u(k * 1000000 + numero, 206))::integer::text, 6, '0') END AS telephone,
       ST_SetSRID(ST_MakePoint(
         round((ST_X(geom) + rayon * cos(2 * pi() * pg_temp.u(k * 1000000 + numero, 202)) / 108600)::numeric, 6)::float8,
         round((ST_Y(geom) + rayon * sin(2 * pi() * pg_temp.u(k * 1000000 + numero, 202)) / 110600)::numeric, 6)::float8), 4326) AS geom
FROM reparti, generate_series(de::bigint, jusque::bigint - 1) AS numero,
     LATERAL (SELECT least(0.9 * marge, 30 + CASE genre WHEN 'points_eau' THEN 260 ELSE 320 END
                                              * sqrt(-2 * ln(1 - pg_temp.u(k * 1000000 + numero, 201)))) AS rayon) AS away;

-- name: add_schools
INSERT INTO geo_ecole (id, nom, code, type, statut, telephone, region_id, secteur_id, localite_id, geom, source,
                       source_id, typology, communaute, prescolaire, niveau_max, niveaux_enseignes, menages_estimes,
                       pilote, id_dgepase)
SELECT id, CASE typologie WHEN 'liceu' THEN 'Liceu de ' WHEN 'jardim' THEN 'Jardim de Infância de '
                          WHEN 'eb3' THEN 'Escola do Ensino Básico Unificado de ' ELSE 'Escola do Ensino Básico de ' END
           || localite || CASE WHEN rang > 0 THEN ' ' || rang + 1 ELSE '' END,
       'EC-' || lpad((numero + 1)::text, 5, '0'),
       CASE WHEN u_type < 0.68 THEN 'publique' WHEN u_type < 0.86 THEN 'communautaire' WHEN u_type < 0.94 THEN 'privee'
            ELSE 'madrassa' END, 'ouverte', telephone, region_id, secteur_id, localite_id, geom, %(source)s, numero::text,
       typologie, localite, prescolaire,
       CASE typologie WHEN 'liceu' THEN '12e' WHEN 'eb3' THEN '9e' WHEN 'eb2' THEN '6e' WHEN 'eb1' THEN '4e'
                      ELSE 'prescolaire' END,
       CASE WHEN prescolaire THEN ARRAY['prescolaire'] ELSE ARRAY[]::text[] END
         || CASE WHEN typologie IN ('eb1', 'eb2', 'eb3') THEN ARRAY['primaire'] ELSE ARRAY[]::text[] END
         || CASE WHEN typologie IN ('eb3', 'liceu') THEN ARRAY['secondaire'] ELSE ARRAY[]::text[] END,
       20 + floor(220 * pg_temp.u(n, 213)), pg_temp.u(n, 214) < 0.08, 'DG-' || lpad((numero + 1)::text, 5, '0')
FROM demo_service
CROSS JOIN LATERAL (SELECT CASE WHEN est_siege AND rang = 0 OR milieu = 'urbain' AND pg_temp.u(n, 211) < 0.15 THEN 'liceu'
                                WHEN pg_temp.u(n, 211) < 0.21 THEN 'jardim' WHEN pg_temp.u(n, 211) < 0.38 THEN 'eb3'
                                WHEN pg_temp.u(n, 211) < 0.7 THEN 'eb2' ELSE 'eb1' END AS typologie) AS kind
CROSS JOIN LATERAL (SELECT typologie = 'jardim' OR typologie <> 'liceu' AND pg_temp.u(n, 212) < 0.12 AS prescolaire,
                           pg_temp.u(n, 215) AS u_type) AS level
WHERE genre = 'ecoles';

-- name: add_health
INSERT INTO geo_service_sante (id, nom, code, type, statut, telephone, region_id, secteur_id, localite_id, geom, source,
                               source_id, urgences_24h, maternite, laboratoire, pharmacie, capacite_lits, nombre_personnel)
SELECT id, CASE genre_sante WHEN 'hopital' THEN 'Hospital Regional de ' WHEN 'centre_sante' THEN 'Centro de Saúde de '
                            WHEN 'pharmacie' THEN 'Farmácia de ' ELSE 'Posto de Saúde de ' END
           || localite || CASE WHEN rang > 0 THEN ' ' || rang + 1 ELSE '' END,
       'SS-' || lpad((numero + 1)::text, 5, '0'), genre_sante, 'fonctionnel', telephone, region_id, secteur_id, localite_id,
       geom, %(source)s, numero::text, genre_sante = 'hopital', genre_sante IN ('hopital', 'centre_sante'),
       genre_sante = 'hopital' OR genre_sante = 'centre_sante' AND pg_temp.u(n, 221) < 0.4, genre_sante <> 'poste_sante',
       CASE genre_sante WHEN 'hopital' THEN 40 + floor(120 * pg_temp.u(n, 222))
                        WHEN 'centre_sante' THEN 4 + floor(16 * pg_temp.u(n, 222)) END,
       CASE genre_sante WHEN 'hopital' THEN 30 + floor(90 * pg_temp.u(n, 223))
                        WHEN 'centre_sante' THEN 4 + floor(12 * pg_temp.u(n, 223)) ELSE 1 + floor(3 * pg_temp.u(n, 223)) END
FROM demo_service
CROSS JOIN LATERAL (SELECT CASE WHEN est_siege AND rang = 0 AND poids > 2.2 THEN 'hopital' WHEN est_siege THEN 'centre_sante'
                                WHEN milieu = 'urbain' AND pg_temp.u(n, 224) < 0.5 THEN 'pharmacie'
                                WHEN pg_temp.u(n, 224) < 0.5 THEN 'centre_sante' ELSE 'poste_sante' END AS genre_sante) AS kind
WHERE genre = 'sante';

-- name: add_water
INSERT INTO geo_point_eau (id, nom, code, type, statut, region_id, secteur_id, localite_id, geom, source, source_id,
                           fonctionnel, type_source)
SELECT id, initcap(replace(source_eau, '_', ' ')) || ' ' || localite || CASE WHEN rang > 0 THEN ' ' || rang + 1 ELSE '' END,
       'PE-' || lpad((numero + 1)::text, 5, '0'), source_eau, CASE WHEN marche THEN 'en_service' WHEN marche IS NULL THEN '' ELSE 'en_panne' END,
       region_id, secteur_id, localite_id, geom, %(source)s, numero::text, marche, source_eau
FROM demo_service
CROSS JOIN LATERAL (SELECT CASE WHEN milieu = 'urbain' AND pg_temp.u(n, 231) < 0.4 THEN 'borne_fontaine'
                                WHEN pg_temp.u(n, 231) < 0.5 THEN 'forage' WHEN pg_temp.u(n, 231) < 0.93 THEN 'puits'
                                ELSE 'source' END AS source_eau,
                           CASE WHEN pg_temp.u(n, 232) < 0.72 THEN true WHEN pg_temp.u(n, 232) < 0.94 THEN false END AS marche) AS kind
WHERE genre = 'points_eau';

-- name: add_police
INSERT INTO geo_police_judiciaire (id, nom, code, type, statut, telephone, region_id, secteur_id, localite_id, geom, source,
                                   source_id)
SELECT id, CASE WHEN pg_temp.u(n, 241) < 0.75 THEN 'Esquadra de ' ELSE 'Tribunal de Sector de ' END
           || localite || CASE WHEN rang > 0 THEN ' ' || rang + 1 ELSE '' END,
       'PJ-' || lpad((numero + 1)::text, 5, '0'), CASE WHEN pg_temp.u(n, 241) < 0.75 THEN 'police' ELSE 'tribunal' END,
       'fonctionnel', telephone, region_id, secteur_id, localite_id, geom, %(source)s, numero::text
FROM demo_service WHERE genre = 'police';

-- name: add_vbg
INSERT INTO geo_service_vbg (id, nom, code, type, statut, telephone, horaires, region_id, secteur_id, localite_id, geom, source,
                             source_id)
SELECT id, (ARRAY['Centro de Acolhimento de ', 'Ponto de Escuta de ', 'Apoio Jurídico de ', 'Atendimento Médico de '])
             [1 + numero %% 4] || localite || CASE WHEN rang > 0 THEN ' ' || rang + 1 ELSE '' END,
       'VBG-' || upper(left(md5('service vbg/' || id), 12)), (ARRAY['hebergement', 'centre_ecoute', 'structure_sociale', 'centre_sante'])[1 + numero %% 4],
       'actif', telephone, (ARRAY['24h/24', 'lun-ven 08:00-17:00; sam 08:00-12:00', 'lun-ven 08:30-16:00', NULL])[1 + numero %% 4],
       region_id, secteur_id, localite_id, geom, %(source)s, numero::text
FROM demo_service WHERE genre = 'vbg';

-- name: name_people
CREATE TEMP TABLE demo_personne ON COMMIT DROP AS
SELECT s.*, pg_temp.pick(CASE WHEN islam THEN CASE WHEN homme THEN hommes_islam ELSE femmes_islam END
                              ELSE CASE WHEN homme THEN hommes ELSE femmes END END, pg_temp.u(n, 252))
            || ' ' || pg_temp.pick(CASE WHEN islam THEN familles_islam ELSE familles END, pg_temp.u(n, 253)) AS nom
FROM demo_service AS s CROSS JOIN demo_liste
CROSS JOIN LATERAL (SELECT pg_temp.u(n, 254) < noms_islamiques AS islam,
                           pg_temp.u(n, 255) < CASE genre WHEN 'chef_village' THEN 0.93 ELSE 0.45 END AS homme) AS who
WHERE genre IN ('asc', 'point_focal', 'chef_village');

-- name: add_agents
INSERT INTO geo_asc (id, nom, code, type, statut, telephone, region_id, secteur_id, localite_id, geom, source, source_id)
SELECT id, nom, 'ASC-' || lpad((numero + 1)::text, 5, '0'), 'asc', 'actif', telephone, region_id, secteur_id, localite_id, geom,
       %(source)s, numero::text
FROM demo_personne WHERE genre = 'asc';

-- name: add_actors
INSERT INTO geo_acteur_local (id, nom, code, type, statut, telephone, region_id, secteur_id, localite_id, geom, source,
                              source_id)
SELECT id, nom, CASE genre WHEN 'point_focal' THEN 'PF-' ELSE 'CV-' END || lpad((numero + 1)::text, 5, '0'), genre, 'actif',
       telephone, region_id, secteur_id, localite_id, geom, %(source)s, genre || '-' || numero
FROM demo_personne WHERE genre <> 'asc';
