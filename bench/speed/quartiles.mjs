export function quartiles(samples) {
  const sorted = [...samples].sort((left, right) => left - right);
  return { medianUs: at(sorted, 0.5), p25Us: at(sorted, 0.25), p75Us: at(sorted, 0.75) };
}

export const median = (samples) => quartiles(samples).medianUs;

/** Between the two nearest samples. */
function at(sorted, share) {
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)];
  return Number((low + (sorted[Math.ceil(place)] - low) * (place % 1)).toFixed(3));
}
