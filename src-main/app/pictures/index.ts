/**
 * pictures: what the link of an NFT leads to.
 *
 * Purpose: fetch a picture when a person asks for it, and give its bytes to the page.
 * Non-goals: following links by itself, pages, ipfs (which needs a third party), decoding (the sandboxed page does that).
 * Invariants: an address comes from a token on a chain, never from the page; nobody is contacted before the broker's question,
 * unless the person allowed the host for this run; https on its usual port only, of the public network only, also behind
 * redirects, connected to the very address that was checked; through the proxy that a chain has, and not at all where the
 * options of one leave no way; size, pixels, time, redirects, requests and what is kept are bounded; only PNG, JPEG, WebP
 * and GIF, by their bytes. A page that has what was fetched cannot pass it on (shell/noWayOut.ts).
 * Thread: the app's own.
 */
export { type TokenLink, TokenPictures } from './tokenPictures.ts'
