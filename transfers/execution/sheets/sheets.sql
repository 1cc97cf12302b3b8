-- name: waiting
-- Attempts in cash of a cycle that are on no sheet, with the lowest area that is known of their household.
SELECT t.id, t.execution_id, t.montant, p.region_id, p.localite_id,
  CASE WHEN p.localite_id IS NULL THEN p.secteur_id END AS secteur_id,
  coalesce(p.localite_id, p.secteur_id, p.region_id) AS lieu_id, p.nom_complet, p.code_menage
FROM transfers_tentative AS t
JOIN transfers_execution AS e ON e.id = t.execution_id AND e.fournisseur = 'especes' AND e.cycle_id = %(cycle)s
JOIN transfers_paiement AS p ON p.id = t.paiement_id
WHERE t.etat IN ('envoyee', 'inconnue') AND NOT EXISTS (SELECT FROM transfers_feuille_ligne WHERE tentative_id = t.id)

-- name: list_places
-- Where people wait, and the nearest active pay-point. The route of a region begins in the village that has its name, as
-- its seat does, else in its middle.
SELECT w.execution_id, w.region_id, coalesce(r.nom, '') AS region, w.lieu_id,
  CASE WHEN l.id IS NULL THEN coalesce(s.nom, r.nom, '') ELSE format('%%s (%%s)', l.nom, s.nom) END AS lieu,
  point.id AS point_id, point.nom AS point,
  ST_X(coalesce(point.geom, place.geom)) AS longitude, ST_Y(coalesce(point.geom, place.geom)) AS latitude,
  ST_X(seat.geom) AS depart_longitude, ST_Y(seat.geom) AS depart_latitude
FROM (SELECT DISTINCT execution_id, region_id, secteur_id, localite_id, lieu_id FROM ({waiting}) AS waiting) AS w
LEFT JOIN geo_region AS r ON r.id = w.region_id
LEFT JOIN geo_localite AS l ON l.id = w.localite_id
LEFT JOIN geo_secteur AS s ON s.id = coalesce(l.secteur_id, w.secteur_id)
CROSS JOIN LATERAL (SELECT coalesce(l.geom, ST_PointOnSurface(coalesce(s.contour, s.geom, r.contour, r.geom))) AS geom) AS place
LEFT JOIN LATERAL (
  SELECT p.id, p.nom, p.geom FROM transfers_point_paiement AS p
  WHERE p.programme_id = %(programme)s AND p.region_id = w.region_id AND p.actif AND place.geom IS NOT NULL
  ORDER BY ST_Distance(p.geom::geography, place.geom::geography), p.id LIMIT 1
) AS point ON true
LEFT JOIN LATERAL (
  SELECT coalesce((
    SELECT seat.geom FROM geo_localite AS seat JOIN geo_secteur AS around ON around.id = seat.secteur_id
    WHERE around.region_id = r.id AND seat.nom_normalise = r.nom_normalise AND seat.geom IS NOT NULL
    ORDER BY seat.id LIMIT 1
  ), ST_PointOnSurface(coalesce(r.contour, r.geom))) AS geom
) AS seat ON true
ORDER BY w.execution_id, normalise(coalesce(r.nom, '')), w.region_id, normalise(coalesce(l.nom, s.nom, r.nom, '')), w.lieu_id

-- name: issue_sheets
-- Number the people of each place, cut them into sheets, and number these in the order of the places.
WITH place AS (
  SELECT * FROM unnest(%(executions)s::uuid[], %(regions)s::uuid[], %(lieux)s::uuid[], %(noms)s::text[], %(points)s::uuid[])
    WITH ORDINALITY AS place (execution_id, region_id, lieu_id, lieu, point_id, ordre)
), people AS (
  SELECT w.id AS tentative_id, w.montant, place.*, row_number() OVER (PARTITION BY place.ordre ORDER BY
    CASE WHEN NOT %(by_code)s THEN normalise(w.nom_complet) END, w.code_menage, w.id) - 1 AS rang
  FROM ({waiting}) AS w JOIN place ON place.execution_id = w.execution_id
    AND coalesce(place.region_id, %(none)s) = coalesce(w.region_id, %(none)s)
    AND coalesce(place.lieu_id, %(none)s) = coalesce(w.lieu_id, %(none)s)
), numbered AS (
  SELECT *, %(last)s + dense_rank() OVER (ORDER BY ordre, rang / %(size)s) AS numero, rang %% %(size)s + 1 AS ligne
  FROM people
), issued AS (
  INSERT INTO transfers_feuille (
    id, cycle_id, execution_id, numero, region_id, lieu_id, lieu, point_id, nombre, montant, auteur_id)
  SELECT uuid7(), %(cycle)s, execution_id, numero, region_id, lieu_id, lieu, point_id, count(*), sum(montant), %(auteur)s
  FROM numbered GROUP BY execution_id, numero, region_id, lieu_id, lieu, point_id ORDER BY numero
  RETURNING id, numero, nombre, montant
), lines AS (
  INSERT INTO transfers_feuille_ligne (id, feuille_id, numero, tentative_id)
  SELECT uuid7(), issued.id, numbered.ligne, numbered.tentative_id FROM numbered JOIN issued USING (numero)
)
SELECT count(*) AS feuilles, coalesce(sum(nombre), 0)::bigint AS paiements, coalesce(sum(montant), 0)::bigint AS montant,
  coalesce(min(numero), 0) AS premier, coalesce(max(numero), 0) AS dernier FROM issued

-- name: list_rows
-- The lines of sheets with their people. The document is the one that was issued, rather than asked for or lost.
SELECT l.feuille_id, l.numero, t.id AS tentative_id, {reference} AS reference, p.code_menage, p.nom_complet,
  document.numero AS document, t.montant, t.etat, t.montant_recu, t.motif
FROM transfers_feuille_ligne AS l
JOIN transfers_feuille AS f ON f.id = l.feuille_id
JOIN transfers_tentative AS t ON t.id = l.tentative_id
JOIN transfers_paiement AS p ON p.id = t.paiement_id
LEFT JOIN LATERAL (
  SELECT d.numero_document AS numero FROM transfers_document_identite AS d
  WHERE %(contacts)s AND d.beneficiaire_id = p.beneficiaire_id AND d.numero_document IS NOT NULL
    AND coalesce(d.statut, 'delivre') = 'delivre'
  ORDER BY d.date_expiration DESC NULLS LAST, d.id DESC LIMIT 1
) AS document ON true
WHERE l.feuille_id = ANY(%(sheets)s)
ORDER BY f.numero, l.numero

-- name: sum_sheet
-- What of a sheet is still to be paid, and what of it was paid in cash (XOF).
SELECT coalesce(sum(t.montant) FILTER (WHERE t.etat IN ('preparee', 'envoyee', 'inconnue')), 0)::bigint AS ouvert,
  coalesce(sum(coalesce(t.montant_recu, t.montant)) FILTER (WHERE t.etat = 'confirmee'), 0)::bigint AS signe
FROM transfers_feuille_ligne AS l JOIN transfers_tentative AS t ON t.id = l.tentative_id WHERE l.feuille_id = %(sheet)s

-- name: find_wrong_cash
-- The cash in the hands of payers is what left with sheets, less what was signed for, brought back or is missing.
SELECT format('%s: %s, sheets %s', c.projet_id, c.solde, coalesce(s.out, 0)) AS fault FROM transfers_compte AS c
LEFT JOIN (
  SELECT g.projet_id, sum(f.montant_remis - coalesce(f.montant_rendu + f.montant_manquant, 0) - coalesce(l.signe, 0)) AS out
  FROM transfers_feuille AS f
  JOIN transfers_cycle AS y ON y.id = f.cycle_id
  JOIN transfers_programme AS g ON g.id = y.programme_id
  LEFT JOIN (
    SELECT l.feuille_id, sum(coalesce(t.montant_recu, t.montant)) AS signe
    FROM transfers_feuille_ligne AS l JOIN transfers_tentative AS t ON t.id = l.tentative_id AND t.etat = 'confirmee'
    GROUP BY l.feuille_id
  ) AS l ON l.feuille_id = f.id
  WHERE f.remise_le IS NOT NULL GROUP BY g.projet_id
) AS s ON s.projet_id = c.projet_id
WHERE c.nature = 'especes_remises' AND c.solde <> coalesce(s.out, 0)
UNION ALL
SELECT format('%s: %s of %s come back', f.id, f.montant_rendu + f.montant_manquant, f.montant_remis)
FROM transfers_feuille AS f
WHERE f.etat = 'retournee' AND f.montant_remis <> f.montant_rendu + f.montant_manquant + (
  SELECT coalesce(sum(coalesce(t.montant_recu, t.montant)), 0) FROM transfers_feuille_ligne AS l
  JOIN transfers_tentative AS t ON t.id = l.tentative_id AND t.etat = 'confirmee' WHERE l.feuille_id = f.id)
LIMIT 100
