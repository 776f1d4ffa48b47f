import type { AddressInfo } from "node:net";
import { createServer } from "node:net";

/** Mail server that stores its messages; it temporarily rejects the next `refuse` deliveries. */
export type SmtpServer = {
  readonly url: string;
  readonly received: string[];
  refuse: number;
  readonly close: () => Promise<void>;
};

/** Starts a server for the subset of SMTP that a sender needs. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    socket.setEncoding("utf8");
    socket.on("error", () => {});
    let waiting = "";
    let data = false;
    socket.write("220 test ESMTP\r\n");
    socket.on("data", (part) => {
      waiting += part;
      for (;;) {
        const end = waiting.indexOf(data ? "\r\n.\r\n" : "\r\n");
        if (end === -1) return;
        const text = waiting.slice(0, end);
        waiting = waiting.slice(end + (data ? 5 : 2));
        if (data) {
          data = false;
          received.push(text);
          socket.write("250 kept\r\n");
        } else if (/^(EHLO|HELO)/i.test(text)) socket.write("250 test\r\n");
        else if (/^MAIL/i.test(text) && self.refuse > 0) {
          self.refuse -= 1;
          socket.write("451 later please\r\n");
        } else if (/^DATA/i.test(text)) {
          data = true;
          socket.write("354 go on\r\n");
        } else if (/^QUIT/i.test(text)) socket.end("221 bye\r\n");
        else socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const self: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    refuse: 0,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return self;
}
