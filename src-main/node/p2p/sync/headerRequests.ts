/** Requests for the headers of blocks that a peer announced. */
export interface AnnouncedBlocks {
  /** requests since the last headers of the peer */
  unanswered: number
  /** milliseconds; later the requests count as answered */
  due: number
  /** the block announced last that was not asked for */
  waiting: Uint8Array | undefined
}

/** A request for all headers that a peer has. Times are milliseconds. */
export type HeaderRequest =
  | { readonly state: 'open'; readonly asked: number; readonly due: number }
  /** Other peers were quicker with the same headers: the peer is not asked again before `until`. */
  | { readonly state: 'standby'; readonly until: number }
  /** The peer has sent all headers that it knows, or nothing in time. */
  | { readonly state: 'finished' }

export const FINISHED: HeaderRequest = { state: 'finished' }

/** Outcome of the rules for the headers of a message. */
export interface HeadersVerdict {
  /** a header was not acceptable: the rest of the message is of no use */
  readonly stopped: boolean
  /** at least one header was not known before */
  readonly fresh: boolean
}

/** A message of headers as an answer. */
export interface HeadersAnswer {
  /** every header of the message was acceptable */
  readonly complete: boolean
  /** at least one was not known before */
  readonly fresh: boolean
  /** the best header is another one since */
  readonly ahead: boolean
}
