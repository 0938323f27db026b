import type { Worker } from "node:cluster";
import type { MetricsJson, ToPrimary, ToProcess } from "@/lib/kit/siblings";

type Question = { asker: Worker; waitsFor: Set<number>; answers: MetricsJson[]; timer: NodeJS.Timeout };

/** Shorter than the time that the asking process waits. */
const answerWithinMs = 2_000;

/** Passes messages between the web processes on one port. */
export function createRelay() {
  const questions = new Map<string, Question>();
  const members = new Map<number, Worker>();
  const latest = new Map<number, MetricsJson>();
  let ended: MetricsJson = [];

  const others = ({ id }: Worker) => [...members.values()].filter((other) => other.id !== id && other.isConnected());
  const send = (worker: Worker, message: ToProcess) => {
    // A process may end at any time. The callback receives the error that `send` would otherwise throw.
    if (worker.isConnected()) worker.send(message, () => {});
  };
  const answer = (id: string, { asker, answers, timer }: Question) => {
    clearTimeout(timer);
    questions.delete(id);
    send(asker, { kind: "all-metrics", id, metrics: [...answers, ended] });
  };
  const settle = (id: string, question: Question, worker: Worker) => {
    question.waitsFor.delete(worker.id);
    if (question.waitsFor.size === 0) answer(id, question);
  };
  const ask = (asker: Worker, id: string) => {
    const asked = others(asker);
    // A process that does not answer in time counts with its latest metrics.
    const giveUp = () => {
      const question = questions.get(id);
      if (!question) return;
      for (const missing of question.waitsFor) question.answers.push(latest.get(missing) ?? []);
      answer(id, question);
    };
    const timer = setTimeout(giveUp, answerWithinMs);
    const question = { asker, waitsFor: new Set(asked.map((other) => other.id)), answers: [], timer };
    questions.set(id, question);
    for (const other of asked) send(other, { kind: "ask-metrics", id });
    if (question.waitsFor.size === 0) answer(id, question);
  };

  return {
    receive(from: Worker, message: ToPrimary) {
      latest.set(from.id, message.metrics);
      if (message.kind === "ask-metrics") return ask(from, message.id);
      const question = questions.get(message.id);
      if (!question) return;
      question.answers.push(message.metrics);
      settle(message.id, question, from);
    },
    /** Includes a process that is ready. */
    welcome(worker: Worker) {
      members.set(worker.id, worker);
    },
    /** Keeps the counters of a process that has ended, so that the sums do not decrease. */
    async forget(worker: Worker): Promise<void> {
      const counters = latest.get(worker.id)?.filter(({ type }) => type === "counter" || type === "histogram");
      latest.delete(worker.id);
      members.delete(worker.id);
      for (const [id, question] of questions) settle(id, question, worker);
      if (!counters) return;
      // Imported late, because it would delay the start.
      const { AggregatorRegistry } = await import("prom-client");
      ended = await AggregatorRegistry.aggregate([ended, counters]).getMetricsAsJSON();
    },
  };
}
