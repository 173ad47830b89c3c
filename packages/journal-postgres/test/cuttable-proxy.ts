import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

/** What the next message that contains `append` meets. */
export type Cut = "request" | "answer" | "none";

/** A way to the server that can break at a chosen moment: before it has the statement, or before the client has the answer. */
export class CuttableProxy {
  cut: Cut = "none";
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: URL) {
    this.#server = createServer((client) => this.#join(client, connect(Number(target.port || 5432), target.hostname)));
  }

  static async to(url: string): Promise<CuttableProxy> {
    const proxy = new CuttableProxy(new URL(url));
    await once(proxy.#server.listen(0, "127.0.0.1"), "listening");
    return proxy;
  }

  urlFor(url: string): string {
    const through = new URL(url);
    through.hostname = "127.0.0.1";
    through.port = String((this.#server.address() as AddressInfo).port);
    return through.href;
  }

  /** Breaks every connection now. */
  breakAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.breakAll();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(client: Socket, server: Socket): void {
    const both = [client, server];
    const end = () => {
      for (const socket of both) socket.destroy();
    };
    let losesAnswer = false;
    for (const socket of both) {
      this.#sockets.add(socket);
      socket.on("error", end);
      socket.on("close", () => {
        this.#sockets.delete(socket);
        end();
      });
    }
    client.on("data", (data) => {
      if (this.cut !== "none" && data.includes("with grown as")) {
        if (this.cut === "request") return end();
        losesAnswer = true;
      }
      server.write(data);
    });
    server.on("data", (data) => (losesAnswer ? end() : client.write(data)));
  }
}
