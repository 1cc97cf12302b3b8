-- name: forwards
-- As accounts.roles.catalogue has them: a test compares both. On the way back they stay, since users have them.
INSERT INTO accounts_role (code, nom, is_system, permissions) VALUES
  ('ROLE_SUPER_ADMIN', 'Super administrateur', true, '{
    administration.audit, administration.notifications, administration.references, administration.roles,
    administration.toutes_regions, administration.utilisateurs, administration.webhooks, analyses.lire,
    geo.exporter, geo.gerer, geo.lire, plaintes.creer, plaintes.gerer_equipes, plaintes.lire, plaintes.modifier,
    registre.creer, registre.exporter, registre.gerer_projets, registre.importer, registre.lire,
    registre.modifier, registre.scorer, registre.supprimer, registre.valider, registre.voir_contacts,
    transferts.calculer, transferts.creer, transferts.enroler, transferts.executer, transferts.gerer_comptes,
    transferts.gerer_tarifs, transferts.lire, transferts.modifier, transferts.rapprocher,
    transferts.reinitialiser_validation, transferts.soumettre, transferts.supprimer, transferts.valider_niveau_1,
    transferts.valider_niveau_2, transferts.valider_niveau_3, transferts.valider_niveau_4, vbg.gerer,
    vbg.importer, vbg.lire}'),
  ('ROLE_ADMIN', 'Administrateur', true, '{
    administration.audit, administration.notifications, administration.references, administration.roles,
    administration.toutes_regions, administration.utilisateurs, administration.webhooks, analyses.lire,
    geo.exporter, geo.gerer, geo.lire, plaintes.creer, plaintes.gerer_equipes, plaintes.lire, plaintes.modifier,
    registre.creer, registre.exporter, registre.gerer_projets, registre.importer, registre.lire,
    registre.modifier, registre.scorer, registre.supprimer, registre.valider, registre.voir_contacts,
    transferts.calculer, transferts.creer, transferts.enroler, transferts.executer, transferts.gerer_comptes,
    transferts.gerer_tarifs, transferts.lire, transferts.modifier, transferts.rapprocher,
    transferts.reinitialiser_validation, transferts.soumettre, transferts.supprimer, vbg.gerer, vbg.importer,
    vbg.lire}'),
  ('ROLE_DIRECTION', 'Direction', true, '{
    administration.toutes_regions, analyses.lire, geo.exporter, geo.lire, plaintes.lire, registre.exporter,
    registre.lire, registre.voir_contacts, transferts.lire, transferts.reinitialiser_validation,
    transferts.valider_niveau_3, transferts.valider_niveau_4, vbg.lire}'),
  ('ROLE_SUPERVISEUR', 'Superviseur', true, '{
    analyses.lire, geo.exporter, geo.lire, plaintes.creer, plaintes.gerer_equipes, plaintes.lire,
    plaintes.modifier, registre.creer, registre.exporter, registre.importer, registre.lire, registre.modifier,
    registre.scorer, registre.supprimer, registre.valider, registre.voir_contacts, transferts.calculer,
    transferts.creer, transferts.enroler, transferts.lire, transferts.modifier, transferts.rapprocher,
    transferts.soumettre, transferts.valider_niveau_2}'),
  ('ROLE_AGENT', 'Agent', true, '{
    analyses.lire, geo.exporter, geo.lire, plaintes.creer, plaintes.lire, plaintes.modifier, registre.creer,
    registre.exporter, registre.importer, registre.lire, registre.modifier, registre.voir_contacts,
    transferts.calculer, transferts.creer, transferts.enroler, transferts.lire, transferts.modifier,
    transferts.soumettre, transferts.valider_niveau_1}'),
  ('ROLE_ENQUETEUR', 'Enquêteur', true, '{
    analyses.lire, geo.lire, plaintes.lire, registre.creer, registre.lire, registre.modifier,
    registre.voir_contacts, transferts.lire}'),
  ('ROLE_VBG', 'Référent VBG', true, '{
    analyses.lire, geo.lire, plaintes.lire, vbg.gerer, vbg.importer, vbg.lire, vbg.voir_cas, vbg.voir_details}'),
  ('ROLE_USER', 'Utilisateur', true, '{
    analyses.lire, geo.lire, plaintes.lire, registre.lire, transferts.lire}')
ON CONFLICT (code) DO NOTHING;

-- Who prepares or carries out a payment does not approve it, and one approval is one person's.
INSERT INTO accounts_role_incompatibility (role_a_id, role_b_id, motif)
SELECT least(one.id, other.id), greatest(one.id, other.id), 'Qui prépare ou exécute un paiement ne l''approuve pas.'
FROM (VALUES
  ('ROLE_AGENT', 'ROLE_SUPERVISEUR'),
  ('ROLE_AGENT', 'ROLE_DIRECTION'),
  ('ROLE_SUPERVISEUR', 'ROLE_DIRECTION'),
  ('ROLE_ADMIN', 'ROLE_DIRECTION')
) AS pair (one, other)
JOIN accounts_role AS one ON one.code = pair.one JOIN accounts_role AS other ON other.code = pair.other
ON CONFLICT DO NOTHING;
