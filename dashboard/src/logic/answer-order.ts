/** Order of requests for the same value whose responses may arrive in another order. */
export interface AnswerOrder {
  /**
   * Registers a request that is about to be sent. Returns a function to call once, when the response arrives: it
   * returns false if the response is older than a response that was accepted, or was discarded.
   */
  begin(): () => boolean;
  /** Discards the responses to all requests that were registered before, because they belong to another question. */
  discardOpen(): void;
}

/** Creates an order of requests. */
export function createAnswerOrder(): AnswerOrder {
  let sent = 0;
  let accepted = 0;
  return {
    begin() {
      sent += 1;
      const own = sent;
      return () => {
        if (own <= accepted) return false;
        accepted = own;
        return true;
      };
    },
    discardOpen() {
      accepted = sent;
    },
  };
}
