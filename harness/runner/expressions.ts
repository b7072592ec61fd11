/** What `if:` conditions and `${{ … }}` defaults of an action.yml can look at here. */
export interface ExpressionContext {
  /** How the job went so far. */
  jobStatus: 'success' | 'failure' | 'cancelled';
  github: Record<string, string>;
  runner: Record<string, string>;
}

/**
 * Evaluates a `post-if` condition: the four status functions, `!`, `&&`, `||` and brackets. An empty condition is
 * `always()`, the runner's default for post. Throws for anything else rather than guess.
 */
export function evaluateCondition(condition: string | undefined, context: ExpressionContext): boolean {
  const text = (condition ?? '').trim().replace(/^\$\{\{([\s\S]*)\}\}$/, '$1');
  if (text.trim() === '') return true;
  const tokens = text.match(/[a-z]+\(\)|&&|\|\||!|\(|\)|\S+/gi) ?? [];
  let index = 0;
  const take = (): string | undefined => tokens[index++];
  const unknown = (token: string | undefined): never => {
    throw new Error(
      `post-if: cannot evaluate '${token ?? 'the end'}' in '${condition}'; known are always(), success(), failure(), cancelled(), !, && and ||`,
    );
  };
  const or = (): boolean => {
    let value = and();
    while (tokens[index] === '||') {
      take();
      const right = and();
      value = value || right;
    }
    return value;
  };
  const and = (): boolean => {
    let value = not();
    while (tokens[index] === '&&') {
      take();
      const right = not();
      value = value && right;
    }
    return value;
  };
  const not = (): boolean => {
    if (tokens[index] === '!') {
      take();
      return !not();
    }
    const token = take();
    if (token === '(') {
      const value = or();
      if (take() !== ')') unknown(tokens[index - 1]);
      return value;
    }
    switch (token) {
      case 'always()':
        return true;
      case 'success()':
        return context.jobStatus === 'success';
      case 'failure()':
        return context.jobStatus === 'failure';
      case 'cancelled()':
        return context.jobStatus === 'cancelled';
      default:
        return unknown(token);
    }
  };
  const value = or();
  if (index !== tokens.length) unknown(tokens[index]);
  return value;
}

/** Fills `${{ github.x }}` and `${{ runner.x }}` in an input's default. An unknown property is empty, as on GitHub. */
export function interpolate(text: string, context: ExpressionContext): string {
  return text.replace(/\$\{\{\s*([^}]*?)\s*\}\}/g, (_all, expression: string) => {
    const match = /^(github|runner)\.([A-Za-z0-9_]+)$/.exec(expression);
    if (match === null) throw new Error(`cannot evaluate '\${{ ${expression} }}' in the default of an input`);
    const values = match[1] === 'github' ? context.github : context.runner;
    return values[match[2] ?? ''] ?? '';
  });
}
