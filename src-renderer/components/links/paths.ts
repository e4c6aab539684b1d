import type { ChainTarget } from './target.ts'

const FOLDERS: Readonly<Record<ChainTarget['kind'], string>> = {
  ...{ transaction: 'tx', block: 'block', token: 'tokens', address: 'addresses', hash: 'find' },
}

/** The path of a target's page, as the router's history takes it. */
export const pathOf = ({ kind, id }: ChainTarget): string => `/${FOLDERS[kind]}/${encodeURIComponent(id)}`
