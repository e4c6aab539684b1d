import type { ContractMigrations, DerivedIndex } from '../storage/index.ts'
import type { ContractIndex, ContractIndexDeps } from './contract.ts'
import { type CONTRACT_DEFINITIONS, CONTRACT_LIST } from './list.ts'
import { type BlockSource, rebuildContractIndex } from './rebuildIndex.ts'

type Modules = typeof CONTRACT_DEFINITIONS

type IndexOf<Module> = Module extends { readonly index: { readonly create: (deps: ContractIndexDeps) => infer Index } }
  ? Index
  : never

/** The index of each module that has one, under its name. */
export type ContractIndexes = {
  readonly [Name in keyof Modules as Modules[Name] extends { readonly index: object } ? Name : never]: IndexOf<
    Modules[Name]
  >
}

export const contractMigrations: readonly ContractMigrations[] = CONTRACT_LIST.flatMap(
  ({ index }) => index?.migrations ?? [],
)

/** Indexes over the chain's database, which `contractMigrations` have prepared. */
export function createContractIndexes(deps: ContractIndexDeps): ContractIndexes {
  const indexes = CONTRACT_LIST.flatMap(({ name, index }) => (index ? [[name, index.create(deps)] as const] : []))
  return Object.fromEntries(indexes) as ContractIndexes
}

/** Block observers that keep the indexes. */
export function contractObservers(indexes: ContractIndexes): ContractIndex['observer'][] {
  return Object.values<ContractIndex>(indexes).map(({ observer }) => observer)
}

/** The indexes that chains on disk may lack, in the order in which they are to be made: modules ask those before them. */
export function contractRebuilds(indexes: ContractIndexes, blocks: BlockSource): DerivedIndex[] {
  return Object.entries<ContractIndex>(indexes).flatMap(([name, index]) =>
    index.rebuild ? [rebuildContractIndex(name, index, index.rebuild, blocks)] : [],
  )
}
