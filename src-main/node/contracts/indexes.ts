import type { DerivedIndex, ModuleMigrations } from '../storage/index.ts'
import type { ContractIndex, ContractIndexDeps } from './contract.ts'
import { type CONTRACT_DEFINITIONS, CONTRACT_LIST } from './list.ts'
import { type BlockSource, rebuildContractIndex } from './rebuildIndex.ts'

type Modules = typeof CONTRACT_DEFINITIONS

type IndexOf<Module> = Module extends { readonly index: { readonly create: (deps: ContractIndexDeps) => infer Index } }
  ? Index
  : never

/** The indexes by contract name, for the contracts that have one. */
export type ContractIndexes = {
  readonly [Name in keyof Modules as Modules[Name] extends { readonly index: object } ? Name : never]: IndexOf<
    Modules[Name]
  >
}

export const contractMigrations: readonly ModuleMigrations[] = CONTRACT_LIST.flatMap(
  ({ index }) => index?.migrations ?? [],
)

/** Creates the indexes in the chain's database, whose tables `contractMigrations` create. */
export function createContractIndexes(deps: ContractIndexDeps): ContractIndexes {
  const indexes = CONTRACT_LIST.flatMap(({ name, index }) => (index ? [[name, index.create(deps)] as const] : []))
  return Object.fromEntries(indexes) as ContractIndexes
}

/** Returns the block observers that update the indexes. */
export function contractObservers(indexes: ContractIndexes): ContractIndex['observer'][] {
  return Object.values<ContractIndex>(indexes).map(({ observer }) => observer)
}

/**
 * Returns the indexes that existing databases may lack, in build order: a contract reads the indexes before its own.
 */
export function contractRebuilds(indexes: ContractIndexes, blocks: BlockSource): DerivedIndex[] {
  return Object.entries<ContractIndex>(indexes).flatMap(([name, index]) =>
    index.rebuild ? [rebuildContractIndex(name, index, index.rebuild, blocks)] : [],
  )
}
