// Hears that something changed: by a stream while the page is looked at, else by asking now and then.

const POLL = 15_000; // milliseconds between questions where no stream can be had
const AGAIN = 120_000; // until a stream is tried again
const LEAVE_AFTER = 3_000; // hidden so long, a page gives its stream back
const SLEPT = 30_000; // a clock that stood still so long was asleep
const TICK = 5_000;

/**
 * `changed(game, version, what)` is called for every change that is heard of (`what` is "clock" where the version
 * stays), and `look()` where something may have been missed. Without a stream that is asked `every` so many
 * milliseconds. `urls.events` is the stream, `urls.pass` gives a new pass for it by `post(url, body)`.
 */
export function listen({ urls, pass, about = {}, post, changed, look, every = POLL }) {
  let source = null;
  let token = pass;
  let timer = 0;
  let failures = 0;
  let polling = 0;
  let leaving = 0;
  let last = Date.now();

  function open() {
    clearTimeout(timer);
    if (source || document.hidden) return;
    if (!globalThis.EventSource) return poll();
    source = new EventSource(`${urls.events}?token=${encodeURIComponent(token)}`);
    source.addEventListener("open", opened);
    source.addEventListener("message", ({ data }) => heard(data));
    source.addEventListener("missed", () => look());
    source.addEventListener("error", () => source?.readyState === EventSource.CLOSED && refused());
  }

  function opened() {
    failures = 0;
    stopPolling();
    look(); // between the page and the stream something may have happened
  }

  function heard(data) {
    const { game, version, what } = JSON.parse(data);
    changed(game, version, what);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
    source = null;
  }

  /** The pass has run out, or there is no stream: a new pass, some patience, and meanwhile questions. */
  async function refused() {
    close();
    failures += 1;
    if (failures > 1) poll();
    const answer = await post(urls.pass, about).catch(() => null);
    if (answer?.ok) token = (await answer.json().catch(() => ({}))).token ?? token;
    if (source || document.hidden) return;
    clearTimeout(timer);
    timer = setTimeout(open, failures > 2 ? AGAIN : failures * 1000 * (1 + Math.random()));
  }

  function poll() {
    polling ||= setInterval(() => document.hidden || look(), every);
  }

  function stopPolling() {
    clearInterval(polling);
    polling = 0;
  }

  /** Hidden, the page keeps nothing open; seen again, it looks once and listens. */
  function turned() {
    clearTimeout(leaving);
    if (document.hidden) {
      leaving = setTimeout(() => document.hidden && leave(), LEAVE_AFTER);
      return;
    }
    if (!source) wake();
  }

  function leave() {
    close();
    stopPolling();
  }

  function wake() {
    failures = 0;
    if (source) close();
    open();
    if (!source) look();
  }

  /** Where the machine slept, the stream may be dead without knowing it. */
  function tick() {
    const slept = Date.now() - last > SLEPT;
    last = Date.now();
    if (slept && !document.hidden) wake();
  }

  document.addEventListener("visibilitychange", turned);
  addEventListener("pagehide", leave);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("online", wake);
  setInterval(tick, TICK);
  open();
}
