/**
 * Why a connection ended, in searchable words: the log line "disconnected" has one of these as its `reason`,
 * and sometimes a `detail`.
 */
export type DisconnectReason =
  /** no version message within a minute */
  | 'handshake timeout'
  /** 20 minutes without a pong */
  | 'ping timeout'
  /** 20 minutes in which nothing could be sent */
  | 'socket sending timeout'
  /** 20 minutes in which nothing was received */
  | 'socket receive timeout'
  /** its messages carry another network's magic */
  | 'wrong network magic'
  /** a message longer than the protocol allows */
  | 'oversized message'
  | 'obsolete version'
  /** the nonce in its version message is ours */
  | 'self connection'
  /** a private sandbox could not write down that a peer came, or was just sending a payment; the peer may come again */
  | 'not admitted'
  /** its ban score reached the threshold; `detail` is the last fault */
  | 'misbehaving'
  /** it kept sending messages that bring nothing (floods.ts); `detail` is what the last one was */
  | 'message flood'
  /** its address is on the ban list */
  | 'banned'
  /** it holds up the download window of all others */
  | 'stalling block download'
  /** a block it was asked for did not come in time */
  | 'block download timeout'
  /** an inbound connection that made room for another */
  | 'evicted'
  /** all connections together hold too much memory, and this one most of it for longest */
  | 'memory limit'
  /** a seed node that has sent its addresses */
  | 'addr fetched'
  /** `disconnectnode` */
  | 'requested by user'
  /** its end was closed, or the socket failed; `detail` is the system's error */
  | 'closed by peer'
  | 'node shutdown'
  /** a fault of this program while handling its message; logged as an error with its stack */
  | 'internal error'
