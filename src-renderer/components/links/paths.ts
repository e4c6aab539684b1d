import type { ChainTarget } from './target.ts'

const FOLDERS: Readonly<Record<ChainTarget['kind'], string>> = {
  ...{ transaction: 'tx', block: 'block', token: 'tokens', address: 'addresses', hash: 'find' },
}

/** Returns the path of a target's page, for the router's history. */
export const targetPath = ({ kind, id }: ChainTarget): string => `/${FOLDERS[kind]}/${encodeURIComponent(id)}`
