// The texts of shared/skeletons.

// figures-skeleton
export const loading = "Loading";
