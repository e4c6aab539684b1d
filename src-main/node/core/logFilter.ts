import {
  findLogCategories,
  findModuleCategory,
  isWithinModule,
  LOG_CATEGORY_NAMES,
  type LogCategory,
} from '#shared/logCategories.ts'
import type { LogLevel } from './logger.ts'

export interface LogFilterSettings {
  /** `debug` is the same as every category */
  readonly level: LogLevel
  /** categories or modules whose debug lines are written at every level; others are ignored */
  readonly debug: readonly string[]
  /** categories or modules that are excluded from `debug` */
  readonly exclude: readonly string[]
}

/** Decides which debug lines are written. May change while the node runs, by a reload or the method `logging`. */
export class LogFilter {
  #level: Exclude<LogLevel, 'debug'> = 'info'
  #enabled: ReadonlySet<LogCategory> = new Set()
  /** enabled modules that are smaller than a category, such as p2p.sync */
  #modules: readonly string[] = []
  /** true if debug lines of modules without a category are written too */
  #others = false
  /** category by module; there are only a few modules */
  readonly #known = new Map<string, LogCategory | undefined>()

  constructor(settings: LogFilterSettings) {
    this.apply(settings)
  }

  /** minimum level of lines whose module is not debugged */
  get level(): LogLevel {
    return this.#level
  }

  /** Replaces all settings, also those changed by `change`. */
  apply({ level, debug, exclude }: LogFilterSettings): void {
    this.#level = level === 'debug' ? 'info' : level
    this.#enabled = new Set()
    this.#modules = []
    this.#others = false
    this.#include(level === 'debug' ? ['all', ...debug] : debug)
    this.#exclude(exclude)
  }

  /**
   * Switches categories on, then off.
   * @returns the first unknown name, if there is one; then nothing has changed
   */
  change(include: readonly string[], exclude: readonly string[]): string | undefined {
    const unknown = [...include, ...exclude].find((name) => findLogCategories(name) === undefined)
    if (unknown !== undefined) return unknown
    this.#include(include)
    this.#exclude(exclude)
    return undefined
  }

  /** Returns all categories with their state, in alphabetical order. */
  categories(): ReadonlyMap<LogCategory, boolean> {
    return new Map(LOG_CATEGORY_NAMES.map((category) => [category, this.#enabled.has(category)]))
  }

  /** Returns true if debug lines of the module are written. Called for each debug line. */
  readonly isDebugged = (module: string): boolean => {
    const category = this.#categoryFor(module)
    if (category === undefined ? this.#others : this.#enabled.has(category)) return true
    return this.#modules.some((wanted) => isWithinModule(module, wanted))
  }

  #include(names: readonly string[]): void {
    const found = names.map((name) => findLogCategories(name))
    this.#enabled = this.#enabled.union(new Set(found.flatMap((categories) => categories ?? [])))
    this.#modules = [...this.#modules, ...names.filter((_name, index) => found[index] === undefined)]
    if (found.includes(LOG_CATEGORY_NAMES)) this.#others = true
  }

  #exclude(names: readonly string[]): void {
    const found = names.map((name) => findLogCategories(name))
    const removed = new Set(found.flatMap((categories) => categories ?? []))
    this.#enabled = this.#enabled.difference(removed)
    this.#modules = this.#modules.filter((module) => {
      const category = this.#categoryFor(module)
      return !names.includes(module) && (category === undefined || !removed.has(category))
    })
    if (found.includes(LOG_CATEGORY_NAMES)) this.#others = false
  }

  #categoryFor(module: string): LogCategory | undefined {
    if (!this.#known.has(module)) this.#known.set(module, findModuleCategory(module))
    return this.#known.get(module)
  }
}
