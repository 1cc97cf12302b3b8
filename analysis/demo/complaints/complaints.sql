-- Create teams and complaints in every state. `pg_temp.u(n, stream)` draws by the seed.

-- name: add_teams
INSERT INTO transfers_equipe (id, nom, description, categories, wip_limit_par_membre, responsable_id, date_creation,
  updated_at)
SELECT pg_temp.id('2024-01-01', 'equipe', t.n), t.team->>'nom', 'Équipe de démonstration.',
  ARRAY(SELECT jsonb_array_elements_text(t.team->'categories')), %(limite)s,
  (SELECT id FROM accounts_user WHERE email = t.team->'membres'->>0), '2024-01-01', '2024-01-01'
FROM jsonb_array_elements(%(equipes)s::jsonb) WITH ORDINALITY AS t (team, n);
INSERT INTO transfers_equipe_membre (id, equipe_id, user_id, role, specialites, date_ajout, updated_at)
SELECT pg_temp.id('2024-01-01', 'membre equipe', t.n * 100 + m.n), pg_temp.id('2024-01-01', 'equipe', t.n), u.id,
  CASE m.n WHEN 1 THEN 'responsable' ELSE 'membre' END,
  CASE m.n %% 2 WHEN 0 THEN ARRAY[t.team->'categories'->>0] ELSE '{}' END, '2024-01-01', '2024-01-01'
FROM jsonb_array_elements(%(equipes)s::jsonb) WITH ORDINALITY AS t (team, n)
CROSS JOIN LATERAL jsonb_array_elements_text(t.team->'membres') WITH ORDINALITY AS m (email, n)
JOIN accounts_user AS u ON u.email = m.email;

-- name: draw_complaints
-- Of whom, of what, when and how it went. The older, the more is decided; who decides sees the region. Without statistics
-- of the rows just loaded, the newest payment of each beneficiary is looked for from the newest payment of all on.
ANALYZE registry_menage, transfers_beneficiaire, transfers_paiement;
CREATE TEMP TABLE demo_plainte ON COMMIT DROP AS
WITH home AS (
  SELECT row_number() OVER (ORDER BY m.id) AS n, count(*) OVER () AS total, m.id, m.region_id, m.secteur_id, m.localite_id
  FROM registry_menage AS m JOIN geo_region AS r ON r.id = m.region_id AND r.source = %(source)s
  -- Households of old: nobody complains of a form before there is one.
  WHERE m.localite_id IS NOT NULL AND m.statut_collecte IN ('integre', 'rejete')
), drawn AS (
  SELECT n, CASE
      WHEN pg_temp.u(n, 701) < 0.36 THEN 'paiement' WHEN pg_temp.u(n, 701) < 0.60 THEN 'ciblage'
      WHEN pg_temp.u(n, 701) < 0.74 THEN 'enrolement' WHEN pg_temp.u(n, 701) < 0.82 THEN 'service'
      WHEN pg_temp.u(n, 701) < 0.90 THEN 'corruption' WHEN pg_temp.u(n, 701) < 0.97 THEN 'autre' ELSE 'vbg' END
      AS categorie,
    -- No team takes up violence: what waits for somebody is of these weeks.
    floor(CASE WHEN pg_temp.u(n, 701) < 0.97 THEN %(jours)s ELSE 30 END * pg_temp.u(n, 703) ^ 1.5)::int AS age,
    pg_temp.u(n, 704) AS sort, pg_temp.u(n, 705) AS hasard,
    1 + floor(pg_temp.u(n, 706) * (SELECT max(total) FROM home))::bigint AS lieu
  FROM generate_series(1, %(nombre)s) AS n
), placed AS (
  -- What is grave is urgent, and a question can wait.
  SELECT d.*, CASE
      WHEN d.categorie IN ('vbg', 'corruption') THEN CASE WHEN pg_temp.u(d.n, 702) < 0.3 THEN 'urgente' ELSE 'haute' END
      WHEN d.categorie = 'autre' THEN CASE WHEN pg_temp.u(d.n, 702) < 0.2 THEN 'moyenne' ELSE 'basse' END
      WHEN pg_temp.u(d.n, 702) < 0.03 THEN 'urgente' WHEN pg_temp.u(d.n, 702) < 0.2 THEN 'haute'
      WHEN pg_temp.u(d.n, 702) < 0.85 THEN 'moyenne' ELSE 'basse' END AS priorite, home.region_id, home.secteur_id, home.localite_id, home.id AS menage_id,
    (%(jour)s::date - 1 - d.age + time '08:00' + d.hasard * interval '9 hours') AT TIME ZONE 'Africa/Bissau' AS cree,
    CASE WHEN d.sort < 0.10 THEN 'rejetee' WHEN d.sort < 0.10 + least(0.90, d.age / 18.0) THEN
           CASE WHEN d.hasard < 0.82 THEN 'fermee' ELSE 'resolue' END
         WHEN d.hasard < 0.45 THEN 'en_cours' WHEN d.hasard < 0.80 THEN 'ouverte' ELSE 'nouvelle' END AS voulu
  FROM drawn AS d LEFT JOIN home ON home.n = d.lieu
), given AS (
  -- Who has too many takes up the oldest: what waits for somebody is of the last days.
  SELECT p.*, m.id AS membre_id, m.equipe_id, m.user_id, row_number() OVER (
      PARTITION BY m.id, p.voulu IN ('ouverte', 'en_cours') ORDER BY p.age DESC, p.n) AS rang
  FROM placed AS p LEFT JOIN LATERAL (
    SELECT m.id, m.equipe_id, m.user_id FROM transfers_equipe_membre AS m
    JOIN transfers_equipe AS e ON e.id = m.equipe_id
    JOIN accounts_user AS u ON u.id = m.user_id JOIN accounts_role AS g ON g.id = u.role_id
    WHERE p.categorie = ANY(e.categories) AND e.description = 'Équipe de démonstration.'
      AND (p.region_id = ANY(u.regions_liees)
        OR u.regions_liees = '{}' AND 'administration.toutes_regions' = ANY(g.permissions))
    ORDER BY pg_temp.u(p.n * 1000 + abs(hashtext(m.id::text)) %% 997, 707), m.id LIMIT 1
  ) AS m ON true
), settled AS MATERIALIZED (
  SELECT g.*, CASE
      WHEN membre_id IS NULL OR voulu IN ('ouverte', 'en_cours') AND rang > %(limite)s THEN 'nouvelle'
      ELSE voulu END AS statut,
    (%(delais)s::jsonb->>priorite)::int AS delai
  FROM given AS g
), due AS MATERIALIZED (
  SELECT depuis, delai, transfers_jours_ouvres(depuis, greatest(delai, 1)) AS echeance
  FROM (SELECT DISTINCT cree::date AS depuis, delai FROM settled) AS asked
)
SELECT s.*, pg_temp.id(s.cree, 'plainte', s.n) AS id, due.echeance,
  least(s.cree + interval '5 hours' + s.hasard * interval '20 hours', %(jour)s::date - interval '1 hour') AS assigne,
  least(s.cree + (0.2 + pg_temp.u(s.n, 708)) * 0.92 * (due.echeance - s.cree::date) * interval '1 day' + interval '1 hour',
    %(jour)s::date - interval '1 hour') AS resolu,
  b.id AS beneficiaire_id, pay.id AS paiement_id, pay.cycle_id
FROM settled AS s
JOIN due ON due.depuis = s.cree::date AND due.delai = s.delai
LEFT JOIN LATERAL (
  SELECT b.id FROM transfers_beneficiaire AS b WHERE b.menage_id = s.menage_id AND s.categorie <> 'vbg' ORDER BY b.id LIMIT 1
) AS b ON true
LEFT JOIN LATERAL (
  SELECT p.id, p.cycle_id FROM transfers_paiement AS p
  JOIN transfers_cycle AS c ON c.id = p.cycle_id
  -- Of a cycle that had ended: nobody complains about money that is not due yet.
  WHERE p.beneficiaire_id = b.id AND s.categorie IN ('paiement', 'corruption') AND c.date_fin < s.cree::date
    AND p.statut IN ('reussi', 'echoue')
  ORDER BY c.date_fin DESC, p.id DESC LIMIT 1
) AS pay ON true;

-- name: add_complaints
INSERT INTO transfers_plainte (id, reference, objet, description, categorie, priorite, statut, region_id, secteur_id,
  localite_id, menage_id, beneficiaire_id, cycle_id, paiement_id, equipe_id, membre_id, resolution, echeance, canal,
  satisfaction, date_creation, date_assignation, date_resolution, date_cloture, updated_at)
SELECT d.id, 'PLT-' || extract(year FROM d.cree) || '-'
    -- Numbers in no order, as the service draws them; the factor has none in common with 10^8, so that each comes once.
    || lpad((row_number() OVER (ORDER BY d.cree, d.n) * 61803399 %% 100000000)::text, 8, '0'),
  CASE d.categorie WHEN 'vbg' THEN NULL ELSE texte.objet END, CASE d.categorie WHEN 'vbg' THEN NULL ELSE texte.corps END,
  d.categorie, d.priorite, d.statut, d.region_id, d.secteur_id, d.localite_id,
  CASE d.categorie WHEN 'vbg' THEN NULL ELSE d.menage_id END, d.beneficiaire_id, d.cycle_id, d.paiement_id,
  CASE d.statut WHEN 'nouvelle' THEN NULL ELSE d.equipe_id END, CASE d.statut WHEN 'nouvelle' THEN NULL ELSE d.membre_id END,
  CASE WHEN d.statut IN ('resolue', 'fermee') THEN 'Vérifié sur place, réponse donnée.' END, d.echeance,
  CASE WHEN pg_temp.u(d.n, 709) < 0.6 THEN 'guichet' WHEN pg_temp.u(d.n, 709) < 0.8 THEN 'sms'
    WHEN pg_temp.u(d.n, 709) < 0.95 THEN 'formulaire' ELSE 'voix' END,
  CASE WHEN d.statut = 'fermee' AND pg_temp.u(d.n, 710) < 0.6 THEN 1 + floor(5 * sqrt(pg_temp.u(d.n, 711)))::int END,
  d.cree, CASE d.statut WHEN 'nouvelle' THEN NULL ELSE d.assigne END,
  CASE WHEN d.statut IN ('resolue', 'fermee') THEN d.resolu END,
  CASE WHEN d.statut IN ('fermee', 'rejetee') THEN d.resolu + interval '1 hour' END, d.cree
FROM demo_plainte AS d
CROSS JOIN LATERAL (SELECT
  CASE d.categorie WHEN 'paiement' THEN 'Paiement non reçu' WHEN 'ciblage' THEN 'Ménage non retenu'
    WHEN 'enrolement' THEN 'Nom mal inscrit' WHEN 'service' THEN 'Attente au point de paiement'
    WHEN 'corruption' THEN 'Argent demandé pour être inscrit' ELSE 'Demande de renseignement' END AS objet,
  CASE d.categorie WHEN 'paiement' THEN 'L''argent du dernier cycle n''est pas arrivé sur le compte.'
    WHEN 'ciblage' THEN 'Le ménage se dit plus pauvre que ceux qui ont été retenus.'
    WHEN 'enrolement' THEN 'Le nom du document ne correspond pas à celui de la liste.'
    WHEN 'service' THEN 'Une journée d''attente, sans eau et sans ombre.'
    WHEN 'corruption' THEN 'Quelqu''un a demandé de l''argent au nom du programme.'
    ELSE 'La personne demande quand aura lieu le prochain cycle.' END AS corps) AS texte;

-- name: add_texts
INSERT INTO vbg.plainte_texte (plainte_id, objet, description)
SELECT id, 'Signalement', 'Signalement de démonstration.' FROM demo_plainte WHERE categorie = 'vbg';

-- name: add_moves
-- What each complaint went through, as its own services would have written it.
INSERT INTO transfers_plainte_mouvement (id, plainte_id, action, statut_avant, statut_apres, commentaire, auteur_id, date)
SELECT pg_temp.id(step.moment, 'mouvement plainte', d.n * 10 + step.n), d.id, step.action, step.avant, step.apres,
  CASE WHEN step.n = 2 AND p.categorie <> 'vbg' THEN nullif(concat_ws(', ', u.prenom || ' ' || u.nom, e.nom), '') END,
  -- What came at a desk was written down there, the rest came by itself.
  CASE WHEN step.n > 1 OR pg_temp.u(d.n, 709) < 0.6 THEN d.user_id END, step.moment
FROM demo_plainte AS d
JOIN transfers_plainte AS p ON p.id = d.id
LEFT JOIN transfers_equipe AS e ON e.id = p.equipe_id
LEFT JOIN transfers_equipe_membre AS m ON m.id = p.membre_id
LEFT JOIN accounts_user AS u ON u.id = m.user_id
CROSS JOIN LATERAL (VALUES
  (1, 'creation', NULL, 'nouvelle', d.cree, true),
  (2, 'assignation', 'nouvelle', 'ouverte', d.assigne, d.statut <> 'nouvelle'),
  (3, 'statut', 'ouverte', 'en_cours', d.assigne + interval '10 minutes', d.statut IN ('en_cours', 'resolue', 'fermee')),
  (4, 'statut', 'en_cours', 'resolue', d.resolu, d.statut IN ('resolue', 'fermee')),
  (5, 'statut', 'resolue', 'fermee', d.resolu + interval '1 hour', d.statut = 'fermee'),
  (6, 'statut', 'ouverte', 'rejetee', d.resolu + interval '1 hour', d.statut = 'rejetee')
) AS step (n, action, avant, apres, moment, happened)
WHERE step.happened;

-- name: add_alerts
-- What passed its deadline was told in the morning after, and to the direction some working days later; by whom it is
-- read stands in the history, of violence nowhere.
WITH late AS (
  SELECT p.id, d.n AS numero, p.categorie, p.statut, p.region_id, level.n, level.name, level.key, level.day + time '06:10' AS moment,
    CASE level.n WHEN 1 THEN e.responsable_id END AS responsable_id
  FROM transfers_plainte AS p
  JOIN demo_plainte AS d ON d.id = p.id
  LEFT JOIN transfers_equipe AS e ON e.id = p.equipe_id
  CROSS JOIN LATERAL (VALUES
    (1, 'responsable', 'plaintes.gerer_equipes', p.echeance + 1),
    (2, 'direction', 'plaintes.recevoir_escalades', transfers_jours_ouvres(p.echeance, %(jours_direction)s) + 1)
  ) AS level (n, name, key, day)
  WHERE p.statut IN ('nouvelle', 'ouverte', 'en_cours') AND level.day < %(jour)s::date
), alerted AS (
  INSERT INTO transfers_plainte_mouvement (id, plainte_id, action, statut_avant, statut_apres, champs, commentaire, date)
  SELECT pg_temp.id(l.moment AT TIME ZONE 'Africa/Bissau', 'mouvement plainte', l.numero * 10 + 6 + l.n), l.id, 'escalade',
    NULL, l.statut, ARRAY[l.name], CASE WHEN l.categorie <> 'vbg' THEN told.names END, l.moment AT TIME ZONE 'Africa/Bissau'
  FROM late AS l
  CROSS JOIN LATERAL (
    SELECT string_agg(u.prenom || ' ' || u.nom, ', ' ORDER BY u.nom, u.prenom) AS names
    FROM accounts_user AS u JOIN accounts_role AS g ON g.id = u.role_id
    WHERE CASE WHEN l.responsable_id IS NULL
      THEN l.key = ANY(g.permissions) AND (l.region_id = ANY(u.regions_liees)
        OR u.regions_liees = '{}' AND 'administration.toutes_regions' = ANY(g.permissions))
      ELSE u.id = l.responsable_id END
  ) AS told
)
UPDATE transfers_plainte AS p SET niveau_escalade = told.n, date_escalade = told.moment AT TIME ZONE 'Africa/Bissau'
FROM (SELECT id, max(n) AS n, max(moment) AS moment FROM late GROUP BY id) AS told WHERE p.id = told.id;

-- name: add_notices
-- Who was told of it finds it at the bell: one notice of a morning, as the service writes them; of violence none.
WITH raised AS (
  SELECT u.id AS user_id, m.date, p.id, p.reference
  FROM transfers_plainte_mouvement AS m
  JOIN transfers_plainte AS p ON p.id = m.plainte_id
  JOIN demo_plainte AS d ON d.id = p.id
  LEFT JOIN transfers_equipe AS e ON e.id = p.equipe_id
  JOIN accounts_user AS u ON true
  JOIN accounts_role AS g ON g.id = u.role_id
  WHERE m.action = 'escalade' AND p.categorie <> 'vbg' AND CASE
    WHEN m.champs[1] = 'responsable' AND e.responsable_id IS NOT NULL THEN u.id = e.responsable_id
    ELSE CASE m.champs[1] WHEN 'direction' THEN 'plaintes.recevoir_escalades' ELSE 'plaintes.gerer_equipes' END
        = ANY(g.permissions)
      AND (p.region_id = ANY(u.regions_liees)
        OR u.regions_liees = '{}' AND 'administration.toutes_regions' = ANY(g.permissions)) END
), told AS (
  SELECT user_id, date, count(*) AS nombre, min(reference) AS reference, min(id::text) AS plainte,
    row_number() OVER (ORDER BY date, user_id) AS numero
  FROM raised GROUP BY user_id, date
)
INSERT INTO accounts_notification (id, user_id, title, message, params, type, category, link, data, created_at)
SELECT pg_temp.id(date AT TIME ZONE 'Africa/Bissau', 'avis plainte', numero), user_id, 'Des plaintes ont dépassé leur délai',
  CASE nombre WHEN 1 THEN 'La plainte %%(reference)s a dépassé son délai.' ELSE '%%(n)d plaintes.' END,
  CASE nombre WHEN 1 THEN jsonb_build_object('reference', reference) ELSE jsonb_build_object('n', nombre) END,
  'warning', 'plainte', '/plaintes',
  jsonb_build_object('evenement', 'plainte.depassee') || CASE nombre
    WHEN 1 THEN jsonb_build_object('plainteId', plainte) ELSE jsonb_build_object('nombre', nombre) END,
  date
FROM told;

-- name: drop_drawn
DROP TABLE demo_plainte;
