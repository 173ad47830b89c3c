import { randomUUID } from "node:crypto";

/**
 * A governed transaction as somebody would write it for one program, without a library: validate, authorize, three hooks, an event, two
 * linked messages. `store` gets the three records before the call is answered.
 */
export function handwritten({ tools, authorize, hooks, history = [], log = [], store }) {
  const emit = async (handlers, payload) => {
    for (const handler of handlers) await handler(payload);
  };

  return async function act({ function: name, arguments: args }) {
    const startedAt = performance.now();
    const createdAt = Date.now();
    const event = {
      id: randomUUID(),
      createdAt,
      function: name,
      arguments: args,
      status: "skipped",
      response: null,
      error: null,
      duration: 0,
    };
    try {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      event.arguments = tool.schema.parse(args);
      if (!(await authorize({ function: name, arguments: event.arguments }))) throw new Error("denied");
      await emit(hooks.pre, { callId: event.id, name, arguments: event.arguments });
      event.status = "failed";
      event.response = await tool.run(event.arguments);
      event.status = "completed";
    } catch (error) {
      event.error = { name: error.name, message: error.message };
    }
    event.duration = (performance.now() - startedAt) / 1_000;

    const responseId = randomUUID();
    const request = { id: randomUUID(), kind: "request", createdAt, function: name, arguments: args, responseId };
    const { response: output, error } = event;
    const response = { id: responseId, kind: "response", createdAt: Date.now(), function: name, requestId: request.id, output, error };
    if (store) await store(event, request, response);
    log.push(event);
    history.push(request, response);
    await emit(hooks.post, { callId: event.id, name, output, error });
    await emit(hooks.message, request);
    await emit(hooks.message, response);
    return response;
  };
}
