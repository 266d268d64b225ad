# Homebrew: a formula for a tap of the publisher.
class Frontdesk < Formula
  desc "Support desk in a terminal: console, service, commands for scripts, SSH host"
  homepage "{{.URL}}"
  version "{{.Version}}"
  license "MIT"

  on_macos do
    on_arm do
      url "{{url "darwin" "arm64"}}"
      sha256 "{{sum "darwin" "arm64"}}"
    end
    on_intel do
      url "{{url "darwin" "amd64"}}"
      sha256 "{{sum "darwin" "amd64"}}"
    end
  end
  on_linux do
    on_arm do
      url "{{url "linux" "arm64"}}"
      sha256 "{{sum "linux" "arm64"}}"
    end
    on_intel do
      url "{{url "linux" "amd64"}}"
      sha256 "{{sum "linux" "amd64"}}"
    end
  end

  def install
    bin.install "frontdesk"
    man1.install "man/frontdesk.1"
    bash_completion.install "completions/frontdesk.bash" => "frontdesk"
    fish_completion.install "completions/frontdesk.fish"
    zsh_completion.install "completions/_frontdesk"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/frontdesk --version")
  end
end
