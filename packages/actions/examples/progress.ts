import { defineTool, FunctionCalling } from "@acta/actions";
import { z } from "zod";

const crawl = defineTool({
  name: "crawl",
  description: "Visits pages.",
  input: z.object({ urls: z.array(z.string()) }),
  async *run({ urls }, { signal }) {
    for (const url of urls) {
      if (signal.aborted) break;
      yield { visited: url };
    }
    return urls.length;
  },
});

const event = new FunctionCalling({ tool: crawl, arguments: { urls: ["/a", "/b"] } });
for await (const item of event.stream()) console.log(item);
console.log(event.status, event.execution.response);

// prints: { visited: '/a' }
// prints: { visited: '/b' }
// prints: completed 2
