/** @param {{ below: number }} input */
export function primes({ below }) {
  let count = 0;
  for (let n = 2; n < below; n++) if (isPrime(n)) count++;
  return count;
}

/** @param {number} n */
function isPrime(n) {
  for (let divisor = 2; divisor * divisor <= n; divisor++) if (n % divisor === 0) return false;
  return true;
}
