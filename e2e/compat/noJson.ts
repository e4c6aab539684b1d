/** What stands for a recorded answer that is no JSON (finding 14 of the protocol notes). */
export const NO_JSON = 'an answer that is no JSON'
