/**
 * zmq: publishes events to other programs by ZeroMQ, with komodod's options and frames (`interfaces.md` §2).
 *
 * Purpose: a PUB socket of ZMTP 3.0 (`pubSocket.ts`, `subscriber.ts`, `zmtpReader.ts`) and the messages sent on it
 * (`publications.ts`). Non-goals: other socket types, authentication (only ZMTP's NULL mechanism), guaranteed delivery:
 * slow subscribers lose messages and notice it by the sequence numbers. Invariants: Subscribers can neither slow the
 * node nor make it use more memory than `SOCKET_LIMITS`. Published data is final, and nothing is published during the
 * initial block download. Thread: the node's.
 */
export { Publications } from './publications.ts'
