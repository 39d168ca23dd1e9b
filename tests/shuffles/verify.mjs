// Checks games' shuffles in another language, written from docs/shuffles.md alone. Reads a game a line as JSON
// `{commitment, shuffle, moves}`, writes what it found a line: `{rounds, cards}` that are as promised, or `{wrong}`.
import { createHash, createHmac } from 'node:crypto';
import { createInterface } from 'node:readline';

const sha256 = (...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

function demand(good, wrong) {
  if (!good) throw new Error(wrong);
}

function same(one, other, wrong) {
  demand(JSON.stringify(one) === JSON.stringify(other), wrong);
}

class Stream {
  constructor(seed) {
    this.seed = seed;
    this.block = 0n;
    this.numbers = [];
  }

  next() {
    if (this.numbers.length === 0) {
      const message = Buffer.alloc(8);
      message.writeBigUInt64BE(this.block);
      this.block += 1n;
      const bytes = createHmac('sha256', this.seed).update(message).digest();
      for (const at of [0, 8, 16, 24]) this.numbers.push(bytes.readBigUInt64BE(at));
    }
    return this.numbers.shift();
  }

  below(n) {
    const count = BigInt(n);
    const limit = 2n ** 64n - ((2n ** 64n) % count);
    let number = this.next();
    while (number >= limit) number = this.next();
    return Number(number % count);
  }

  shuffle(list) {
    for (let i = list.length - 1; i >= 1; i -= 1) {
      const j = this.below(i + 1);
      [list[i], list[j]] = [list[j], list[i]];
    }
    return list;
  }
}

function pack(players) {
  const cards = [];
  for (let copy = 0; copy < (players >= 3 ? 2 : 1); copy += 1) {
    for (const suit of 'CDHS') for (const rank of 'A23456789TJQK') cards.push(rank + suit);
    cards.push('*');
  }
  return cards;
}

function seedOf(number, told, { commitment, shuffle }) {
  const link = Buffer.from(told.link, 'hex');
  let at = link;
  for (let step = 0; step <= number; step += 1) at = sha256('manipulation-rummy chain 1\n', at);
  demand(at.toString('hex') === commitment, `link ${number}`);
  const digests = shuffle.contributions.map((each) => each.sha256);
  const message = ['manipulation-rummy seed 1', shuffle.id, `${number}`, ...digests].map((line) => `${line}\n`).join('');
  const seed = createHmac('sha256', link).update(message, 'utf8').digest();
  demand(seed.toString('hex') === told.seed, `seed ${number}`);
  return seed;
}

function firstDealer(game) {
  const players = game.shuffle.contributions;
  players.forEach((each, place) => {
    demand(each.place === place, 'places');
    if (each.text === null) return;
    demand(each.text === each.text.normalize('NFC'), 'normal form');
    demand(sha256(Buffer.from(each.text, 'utf8')).toString('hex') === each.sha256, 'contribution');
  });
  const stream = new Stream(seedOf(0, game.shuffle.seats, game));
  const places = stream.shuffle(players.map((_, place) => place));
  same(places.map((place) => players[place].seat), players.map((_, seat) => seat), 'seats');
  return stream.below(players.length);
}

function check(game) {
  demand(game.shuffle.algorithm === 'manipulation-rummy-shuffle-1', 'algorithm');
  let dealer = firstDealer(game);
  let cards = 0;
  for (const round of game.shuffle.rounds) {
    const lines = game.moves.filter((line) => line.round === round.number);
    const deal = lines.find((line) => line.type === 'deal');
    const seats = deal.hands.length;
    const next = (seat) => {
      let found = (seat + 1) % seats;
      while (deal.hands[found].length === 0) found = (found + 1) % seats;
      return found;
    };
    if (round.number > 1) dealer = next(dealer);
    demand(deal.dealer === dealer, `dealer ${round.number}`);
    const order = [];
    for (let seat = next(dealer); !order.includes(seat); seat = next(seat)) order.push(seat);
    const deck = new Stream(seedOf(round.number, round, game)).shuffle(pack(order.length));
    cards += deck.length;
    const hands = deal.hands.map(() => []);
    for (let turn = 0; turn < 10; turn += 1) for (const seat of order) hands[seat].push(deck.shift());
    same(deal.hands, hands, `hands ${round.number}`);
    same(deal.stock, deck, `stock ${round.number}`);
    for (const line of lines.filter((one) => one.type === 'draw')) {
      demand(line.card === deck.shift(), `draw ${line.number}`);
    }
  }
  return { rounds: game.shuffle.rounds.length, cards };
}

for await (const line of createInterface({ input: process.stdin })) {
  let found;
  try {
    found = check(JSON.parse(line));
  } catch (error) {
    found = { wrong: error.message };
  }
  console.log(JSON.stringify(found));
}
