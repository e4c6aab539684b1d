/**
 * pictures: fetches the pictures that NFTs link to.
 *
 * Purpose: fetch a picture when the user asks for it, and give its bytes to the page.
 *
 * Non-goals: following links without a request, web pages, ipfs (which needs a third party), decoding (the sandboxed
 * page does that).
 *
 * Invariants: an address comes from a token on a chain, never from the page; no server is contacted before the broker's
 * prompt, unless the user allowed the host for this run; only https on its standard port, only in the public network,
 * also after redirects, and connected to the exact address that was checked. Connections use a chain's proxy, and fail
 * if the options of a chain forbid them. Size, pixels, time, redirects, requests and cache are limited; only PNG, JPEG,
 * WebP and GIF, detected from their bytes. A page with the fetched bytes cannot send them elsewhere
 * (shell/networkLockdown.ts).
 *
 * Thread: the app's own.
 */
export { type TokenLink, TokenPictures } from './tokenPictures.ts'
