/**
 * zmq: what the node publishes to other programs by ZeroMQ, with the reference's options and frames (`interfaces.md` §2).
 *
 * Purpose: a PUB socket of ZMTP 3.0 (`pubSocket.ts`, `subscriber.ts`, `zmtpReader.ts`) and what goes out on it (`notifications.ts`).
 * Non-goals: any other kind of socket, authentication (ZMTP's NULL mechanism only), delivery: who reads too slowly loses
 * messages and sees it by their numbers.
 * Invariants: nothing that subscribers do or leave undone slows the node or takes more memory than `SOCKET_LIMITS`; what is published
 * is final, and nothing is while blocks are still being fetched.
 * Thread: the node's.
 */
export { Publications } from './publications.ts'
