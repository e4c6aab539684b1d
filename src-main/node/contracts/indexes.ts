import type { DerivedIndex, ModuleMigrations } from '../storage/index.ts'
import type { ModuleIndex, ModuleIndexDeps } from './contract.ts'
import { type CC_MODULES, MODULE_LIST } from './list.ts'
import { type BlockSource, moduleRebuild } from './rebuildIndex.ts'

type Modules = typeof CC_MODULES

type IndexOf<Module> = Module extends { readonly index: { readonly create: (deps: ModuleIndexDeps) => infer Index } }
  ? Index
  : never

/** The index of each module that has one, under its name. */
export type ModuleIndexes = {
  readonly [Name in keyof Modules as Modules[Name] extends { readonly index: object } ? Name : never]: IndexOf<
    Modules[Name]
  >
}

export const moduleMigrations: readonly ModuleMigrations[] = MODULE_LIST.flatMap(({ index }) => index?.migrations ?? [])

/** Indexes over the chain's database, which `moduleMigrations` have prepared. */
export function createModuleIndexes(deps: ModuleIndexDeps): ModuleIndexes {
  const indexes = MODULE_LIST.flatMap(({ name, index }) => (index ? [[name, index.create(deps)] as const] : []))
  return Object.fromEntries(indexes) as ModuleIndexes
}

/** What keeps the indexes while blocks connect and disconnect. */
export function moduleObservers(indexes: ModuleIndexes): ModuleIndex['observer'][] {
  return Object.values<ModuleIndex>(indexes).map(({ observer }) => observer)
}

/** The indexes that chains on disk may lack, in the order in which they are to be made: modules ask those before them. */
export function moduleRebuilds(indexes: ModuleIndexes, blocks: BlockSource): DerivedIndex[] {
  return Object.entries<ModuleIndex>(indexes).flatMap(([name, index]) =>
    index.rebuild ? [moduleRebuild(name, index, index.rebuild, blocks)] : [],
  )
}
