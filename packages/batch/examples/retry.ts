import { retry } from "@acta/batch";

const answer = await retry(
  async (attempt) => {
    console.log(`attempt ${attempt}`);
    if (attempt < 3) throw new Error("busy");
    return 42;
  },
  { attempts: 5, delayMs: 1, when: (error) => error instanceof Error && error.message === "busy" },
);
console.log(answer);

// prints: attempt 1
// prints: attempt 2
// prints: attempt 3
// prints: 42
