/** From how many metres on a service is far: the norm by kind of service. */

export const NORMS = {
  ecoles: 3000,
  services_sante: 5000,
  points_eau: 1000,
  services_vbg: 20000,
  polices_judiciaires: 20000,
};
