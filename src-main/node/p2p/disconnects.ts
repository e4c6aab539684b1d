/**
 * Reason why a connection ended, in searchable words. The log line "disconnected" has one as its `reason`, and
 * sometimes a `detail`.
 */
export type DisconnectReason =
  /** no version message within a minute */
  | 'handshake timeout'
  /** no pong for 20 minutes */
  | 'ping timeout'
  /** nothing could be sent for 20 minutes */
  | 'socket sending timeout'
  /** nothing was received for 20 minutes */
  | 'socket receive timeout'
  /** its messages carry another network's magic */
  | 'wrong network magic'
  /** message longer than the protocol allows */
  | 'oversized message'
  | 'obsolete version'
  /** the nonce in its version message is ours */
  | 'self connection'
  /** the private sandbox could not record the peer, or was sending a payment; the peer may reconnect */
  | 'not admitted'
  /** the ban score reached the threshold; `detail` is the last fault */
  | 'misbehaving'
  /** the peer kept sending useless messages (floods.ts); `detail` is the last one */
  | 'message flood'
  /** the address is on the ban list */
  | 'banned'
  /** the peer delays the download window of all others */
  | 'stalling block download'
  /** a requested block did not arrive in time */
  | 'block download timeout'
  /** an inbound connection was evicted for another */
  | 'evicted'
  /** all inbound connections together hold too much memory, and this one holds the most for the longest time */
  | 'memory limit'
  /** a seed node has sent its addresses */
  | 'addr fetched'
  /** `disconnectnode` */
  | 'requested by user'
  /** the peer closed the connection, or the socket failed; `detail` is the system's error */
  | 'closed by peer'
  | 'node shutdown'
  /** error of this program while handling the peer's message; logged with its stack */
  | 'internal error'
