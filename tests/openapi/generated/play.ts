// A whole round through the types that openapi-typescript generated: `play.js URL`, prints the reason of its end.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

type View = components["schemas"]["View"];
type Move = components["schemas"]["Move"];

const url = process.argv[2] ?? "";
const password = "seven of clubs, seven of hearts";
const username = `typed ${Math.random().toString(36).slice(2, 10)}`;

function told<Data>(answer: { data?: Data; error?: unknown }): Data {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

function group(hand: string[]): string[] | undefined {
  const ranks = new Map<string, Set<string>>();
  for (const card of hand) {
    if (card !== "*") ranks.set(card[0]!, (ranks.get(card[0]!) ?? new Set()).add(card));
  }
  const found = [...ranks.values()].find((cards) => cards.size >= 3);
  return found && [...found].slice(0, 3);
}

function chosen(game: View): Move {
  const version = game.version;
  const laid = group(game.you!.hand);
  if (game.can.includes("knock")) return { version, type: "knock" };
  if (laid && game.can.includes("meld")) {
    return { version, type: "meld", table: [...game.round!.table.map((meld) => meld.cards), laid] };
  }
  return { version, type: game.can.includes("draw") ? "draw" : "pass" };
}

async function main(): Promise<void> {
  const visitor = createClient<paths>({ baseUrl: url });
  await visitor.POST("/api/v1/accounts/", { body: { username, email: "t@example.org", password } });
  const { token } = told(await visitor.POST("/api/v1/tokens/", { body: { username, password } }));
  const client = createClient<paths>({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
  let game: View = told(
    await client.POST("/api/v1/games/", {
      // What has a default may be left out, whatever the types say.
      body: { players: 2, rounds: 1, bots: ["beginner"] } as components["schemas"]["NewGameRequest"],
    }),
  );
  const path = { code: game.id };
  let after = 0;
  while (game.status === "active") {
    if (game.can.length) {
      const header = { "Idempotency-Key": crypto.randomUUID() };
      told(await client.POST("/api/v1/games/{code}/moves/", { params: { path, header }, body: chosen(game) }));
    } else {
      const news = told(
        await client.GET("/api/v1/games/{code}/events/", { params: { path, query: { after, wait: 30 } } }),
      );
      after = (news as components["schemas"]["EventPage"]).next;
    }
    game = told(await client.GET("/api/v1/games/{code}/", { params: { path } }));
  }
  console.log(game.result!.reason);
}

await main();
