/** Placeholder for a recorded reply that is not JSON (finding 14 of the protocol notes). */
export const NO_JSON = 'an answer that is no JSON'
